import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';
import { isLiterateFsharp } from './fsharp-file.ts';
import { literateFsharpToMarkdown } from './literate-fsharp.ts';

const script = `(**
---
title: Cutting
category: Saws
---
*)
(*** condition: prepare ***)
#r "../bin/Saw.dll"
(**
Install \`cref:T:Saws.Saw\`:

    [lang=bash]
    dotnet add package Saw

    [lang=csharp,file=../saw.cs,key=cut] *)

(***hide***)
let hidden = 1

(** ## Use {{root}} *)

open Saws
#if IPYNB
Formatter.Register()
#endif

/// Cuts.
let cut wood = (* once *) wood

(*** include-output ***)
(*** include: oil ***)
    (**
    Indented text:

        [hide]
        let no = 1

    \`\`\`f#
    oil ()
    \`\`\`
    *)
    cut "oak"
(*** define: oil ***)
let oil = "{{fsdocs-package-version}}linseed"
`;

test('a literate script of F# is a page with its texts and the code that they show', async () => {
  const document = await parseDocument({
    path: 'docs/cut.fsx',
    content: script,
    format: 'markdown',
    hash: '',
  });
  expect(document.title).toBe('Cutting');
  expect(flat(document)).toBe(
    [
      'Install `Saws.Saw`:',
      '«bash|dotnet add package Saw»',
      '«fsharp|open Saws\n\n/// Cuts.\nlet cut wood = (* once *) wood»',
      '«fsharp|let oil = "linseed"»',
      'Indented text:',
      '«fsharp|oil ()»',
      '«fsharp|cut "oak"»',
    ].join('\n\n'),
  );
});

test('only a script of F# with texts is a document', () => {
  expect(isLiterateFsharp(script)).toBe(true);
  expect(isLiterateFsharp('(* A comment *)\nlet a = (**) 1\n(*** hide ***)\n')).toBe(false);
});

test('reads hostile scripts of F# in linear time', () => {
  const parts = [
    '(**\n',
    '(** a *)\nb\n',
    '(*** a: ',
    '    [lang=a\n',
    '(**\n---\n',
    `(**${' '.repeat(5000)}\n`,
  ];
  const cpuSeconds = startCpuClock();
  for (const part of parts) {
    literateFsharpToMarkdown(part.repeat(Math.ceil(300_000 / part.length)).split('\n'));
  }
  expect(cpuSeconds()).toBeLessThan(3);
});
