import { expect, test } from 'vitest';
import { flat, section, text } from '../../../../test/support/sections.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';

const content = `## Saws of a shop.
## They cut.

import std/tables

type
  Saw* = ref object of RootObj
    ## A saw with teeth.
    teeth*: int ## Teeth per inch.
    secret: bool
  Kind* = enum
    Bow, Hand
  Inner = object ## Hidden.
    a: int
  Cutter* = proc(
    saw: Saw
  ) {.gcsafe.}

const
  defaultTeeth*: int = 3 ## Teeth of most saws.

proc cut*(saw: Saw, board = "a = b",
          depth: int = 3): seq[int] {.raises: [].} =
  ## Cuts a board.
  ##
  ## Oil it before.
  runnableExamples:
    let parts = cut(saw, "oak")
    echo parts
  result = @[]

proc \`==\`*(a, b: Saw): bool = ## Compares saws.
  a.teeth == b.teeth

proc dry(saw: Saw) =
  ## Hidden.
  discard

template oil*(saw: Saw)
    {.dirty.} =
  ##[
    Oils a saw.

    Twice.
  ]##
  discard

func teeth*(saw: Saw): int = saw.teeth
`;

test('exported declarations of Nim have their doc comments and examples', async () => {
  expect(await symbolsOf('src/shop/saw.nim', content)).toEqual([
    ['shop/saw', ''],
    ['Saw', 'Saw* = ref object of RootObj\n  teeth*: int ## Teeth per inch.'],
    ['defaultTeeth', 'defaultTeeth*: int = 3'],
    [
      'cut',
      'proc cut*(saw: Saw, board = "a = b",\n          depth: int = 3): seq[int] {.raises: [].}',
    ],
    ['==', 'proc `==`*(a, b: Saw): bool'],
    ['oil', 'template oil*(saw: Saw)\n    {.dirty.}'],
    [
      'Exports',
      'Kind* = enum Bow, Hand\nCutter* = proc( saw: Saw ) {.gcsafe.}\nfunc teeth*(saw: Saw): int',
    ],
  ]);
  const document = await parseSource('src/shop/saw.nim', content);
  expect(flat(document)).toContain('Saws of a shop.\nThey cut.');
  expect(text(section(document, 'cut'))).toContain('Cuts a board.\n\nOil it before.');
  expect(flat(document)).toContain('«nim|let parts = cut(saw, "oak")\necho parts»');
  expect(text(section(document, 'oil'))).toContain('Oils a saw.\n\nTwice.');
});

test('a private module of Nim is left out', async () => {
  const source = '## Oils.\nproc oil*() = ## Oils it.\n  discard\n';
  expect(await symbolsOf('src/shop/private/oil.nim', source)).toEqual([]);
});

test('a hostile source of Nim takes little time', async () => {
  const sources = [
    '## a\n'.repeat(40_000),
    'proc a*(\n'.repeat(1_900),
    'proc a*() =\n  ##[\n'.repeat(1_900),
    'type\n  A* = object\n'.repeat(10_000),
    `type\n${'  A* = object\n      a*: int\n'.repeat(6_000)}`,
    `proc ${'a'.repeat(200_000)}`,
    `proc a*() = ${'#'.repeat(200_000)}`,
    `proc a*() = ${' # '.repeat(60_000)}"`,
    `${' '.repeat(200_000)}proc`,
  ];
  const elapsed = startCpuClock();
  for (const source of sources) await parseSource('src/saw.nim', source);
  expect(elapsed()).toBeLessThan(10);
});
