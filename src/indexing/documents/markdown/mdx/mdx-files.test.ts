import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import type { Block } from '../../document.ts';
import { parseMdx } from './mdx.ts';

function blocks(content: string): Block[] {
  const document = { path: 'a.mdx', format: 'mdx', content, hash: '' } as const;
  return parseMdx(document).sections.flatMap((section) => section.blocks);
}

test('an editor shows the constants of the page that are its files', () => {
  const source =
    'Use it:\n\nexport const code = `\nimport { Saw } from "saws";\n\nfunction App() {\n  return <Saw />;\n}\n`.trim();\n\n' +
    "<Editor files={{\n  'App.js': {code, active: true},\n  'oil.js': {code: oil, hidden: true},\n  'styles.css': {code: styles},\n  'end.ts': end,\n}} height={455} />\n\n" +
    'export const oil = `oil();`;\n\nexport const end = `end();`;\n\nDone.\n';

  expect(blocks(source)).toEqual([
    { kind: 'text', text: 'Use it:' },
    {
      kind: 'code',
      language: 'js',
      label: 'App.js',
      code: 'import { Saw } from "saws";\n\nfunction App() {\n  return <Saw />;\n}',
    },
    { kind: 'code', language: 'js', label: 'oil.js', code: 'oil();' },
    { kind: 'code', language: 'ts', label: 'end.ts', code: 'end();' },
    { kind: 'text', text: 'Done.' },
  ]);
});

test('a component shows a signature, and the code that it runs', () => {
  const source =
    '<Signature code={`cut<T>(board: T): T[]`} />\n\nCut:\n\n<Repl\n  id="saw"\n  defaultValue={`const saw = Saw()\nsaw.cut()`}\n/>\n\n<Flag code="de" />\n';
  expect(blocks(source)).toEqual([
    { kind: 'code', language: '', code: 'cut<T>(board: T): T[]' },
    { kind: 'text', text: 'Cut:' },
    { kind: 'code', language: '', code: 'const saw = Saw()\nsaw.cut()' },
  ]);
});

test('hostile files of an editor are read in linear time', () => {
  const cpuSeconds = startCpuClock();
  blocks(`<Editor files={{ ${"'a.js': {code, ".repeat(20_000)} }} />\n`);
  blocks(`<Editor files={{\n${"'a.js': {b: c,\n".repeat(400)}}} />\n`.repeat(20));
  expect(cpuSeconds()).toBeLessThan(5);
});
