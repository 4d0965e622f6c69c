import type { Block, ParsedDocument } from '../document.ts';
import { beginsWith } from '../text-pieces.ts';
import type { CodeFile } from './code-symbol.ts';
import { flattenParts } from './doc/markdown-parts.ts';
import type { CodeLanguage } from './languages.ts';
import { codeReaders } from './readers.ts';

/** Maximum characters of an example that is shown whole: the size of code that is never split. */
export const wholeExample = 4800;

const exampleFolder =
  /(?:^|\/)(?:examples?|samples?|demos?|cookbook|recipes|tutorials?|quickstarts?)\/(.+)$/i;

/** Returns the name of a file in a folder of examples, without `src` and its ending, or undefined. */
export function exampleName(path: string): string | undefined {
  const [, rest] = exampleFolder.exec(path) ?? [];
  return rest?.replace(/\.[^./]+$/, '').replace(/(?<=^|\/)(?:src|lib)\//g, '');
}

interface ExampleFile {
  title: string;
  content: string;
  language: CodeLanguage;
}

/**
 * Returns an example as one section: its comment, then its code. Its signatures alone would show
 * nothing, because an example teaches by its statements.
 */
export function exampleDocument(
  { doc }: CodeFile,
  { title, content, language }: ExampleFile,
): ParsedDocument {
  const reader = codeReaders[language.reader];
  const own = titled.exec(doc);
  const rest = own === null ? doc : doc.slice(own[0].length);
  const name = own === null ? title : `Example: ${own[2]!.trim()}`;
  const text: Block[] = rest === '' ? [] : flattenParts(reader.docParts(rest, language.fence));
  const code = withoutHeader(content, { doc, isPython: language.reader === 'python' }).trim();
  if (code === '') return { title: name, sections: [] };
  const blocks: Block[] = [...text, { kind: 'code', language: language.fence, code }];
  return {
    title: name,
    sections: [{ headings: [name], level: 1, anchor: 'L1', blocks, atomic: true }],
  };
}

/** A title at the start of a comment, with a line below it or two around it. */
const titled =
  /^\s*(?:([=~*#^-])\1{2,}[ \t]*\n)?[ \t]*([^\s=~*#^-][^\n]{0,150})\n[ \t]*([=~*#^-])\3{2,}[ \t]*(?:\n|$)\s*/;
const shebang = /^#!.*\n/;
/** A setting of Ruby for the strings of a file. */
const rubySetting = /^# *frozen_string_literal:.*\n/;
const firstComment =
  /^\s*(?:\/\*[\s\S]*?\*\/|\{-(?!#)[\s\S]*?-\}|\(\*[\s\S]*?\*\)|--\[\[[\s\S]*?\]\]|(?:[ \t]*(?:\/\/|#(?![[!])|--(?!\[\[)).*(?:\n|$))+)/;
const docstring = /^\s*[rRuU]?("""|''')[\s\S]*?\1[ \t]*\n/;

/** Removes the license at the beginning, and the comment of the file if it stands above the code already. */
function withoutHeader(
  content: string,
  { doc, isPython }: { doc: string; isPython: boolean },
): string {
  const body = content
    .replace(/\r\n?/g, '\n')
    .replace(/^\uFEFF/, '')
    .replace(shebang, '')
    .replace(rubySetting, '');
  const comment = firstComment.exec(body)?.[0] ?? '';
  const isLicense = /copyright|licen[cs]e|SPDX|-\*-/i.test(comment);
  const rest = isLicense ? body.slice(comment.length) : body;
  const own = firstComment.exec(rest)?.[0] ?? '';
  const isShown = doc !== '' && beginsWith(own, doc) && beginsWith(doc, own);
  const shown = isPython && doc !== '' ? rest.replace(docstring, '') : rest;
  return (isShown ? rest.slice(own.length) : shown).replace(/^(?:[ \t]*\n)+/, '');
}
