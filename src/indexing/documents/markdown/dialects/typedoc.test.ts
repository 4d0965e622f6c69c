import { expect, test } from 'vitest';
import { flat } from '../../../../../test/support/sections.ts';
import { parseMarkdown } from '../markdown.ts';

function shown(content: string): string {
  return flat(parseMarkdown({ path: 'api/Saw.md', format: 'markdown', content, hash: '' }));
}

test('members that a class inherits are left out if the page of another class has them', () => {
  const member = (name: string, origin: string): string =>
    `### ${name}()\n\n\`\`\`ts\n${name}(): void;\n\`\`\`\n\nIt can ${name}.\n\n#### Returns\n\n\`void\`\n\n${origin}\n\n***\n\n`;
  const page = [
    '# Saw\n\n## Methods\n\n',
    member('cut', '#### Inherited from\n\n[`Tool`](Tool.md).[`cut`](Tool.md#cut)'),
    member('oil', '#### Inherited from\n\n```ts\nBlade.oil\n```'),
    member('turn', '#### Overrides\n\n```ts\nTool.turn\n```'),
    '### on()\n\n#### Call Signature\n\nOnce.\n\n##### Inherited from\n\n[`on`](../a/Tool.md#on)\n\n#### Call Signature\n\nTwice.\n\n## Events\n\n```md\n#### Inherited from\n```\n',
  ].join('');

  const text = shown(page);
  expect(text).not.toMatch(/cut|Blade|Tool\.|Overrides|Once/);
  expect(text).toMatch(
    /oil\(\): void;[\s\S]*It can oil\.[\s\S]*turn\(\): void;[\s\S]*Twice\.[\s\S]*#### Inherited from/,
  );
});
