import { expect, test } from 'vitest';
import { jsdocParts } from './jsdoc.ts';

const read = (doc: string): unknown[] => jsdocParts(doc, 'ts').flatMap(({ blocks }) => blocks);

test('shows the notes of Docusaurus in a comment, and no HTML', () => {
  const doc =
    '<div class="saw" style={{color: "#fff"}}>\n<span>Built-in <b>saw</b> for `Array<b>`.</span>\n</div>\n\n' +
    ':::tip\n\nOil it.\n\n:::\n\n:::info **Disclaimer**\nMind the teeth.\n:::\n\n```ts\ncut(`:::`);\n```\n';

  expect(read(doc)).toEqual([
    {
      kind: 'text',
      text: 'Built-in **saw** for `Array<b>`.\n\n**Tip**\n\nOil it.\n\n**Disclaimer**\nMind the teeth.',
    },
    { kind: 'code', language: 'ts', code: 'cut(`:::`);' },
  ]);
  expect(read('Returns Promise<Saw> or Map<string, Oil>, if a < b.')).toEqual([
    { kind: 'text', text: 'Returns Promise<Saw> or Map<string, Oil>, if a < b.' },
  ]);
});
