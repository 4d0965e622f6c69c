import { expect, test } from 'vitest';
import { flat } from '../../../../../test/support/sections.ts';
import { parseDocument } from '../../parse.ts';

/** Returns all text of an article, code in «». */
async function shown(content: string): Promise<string> {
  const path = 'Sources/App/App.docc/Article.md';
  return flat(await parseDocument({ path, format: 'markdown', content, hash: '' }));
}

test.each([
  [
    'links to pages and symbols become their names',
    'See <doc:GettingStarted>, <doc:App/Sharing-State#In-memory> and ``App/Store/send(_:)-8f2pl``.\n',
    'See Getting Started, In memory and `Store.send(_:)`.',
  ],
  [
    'links with a target elsewhere in the page keep their text',
    'See [the guide][start] and [start].\n\n[start]: <doc:GettingStarted>\n',
    'See the guide and start.',
  ],
  [
    'lists of the pages below a page are left out, and their text stays',
    'A.\n\n- <doc:Kept>\n\n## Topics\n\n### State\n\nRead it:\n\n- ``state``\n- <doc:B>\n',
    'A.\n\n- Kept\n\nRead it:',
  ],
  [
    'metadata is left out',
    '@Metadata {\n   @PageKind(article)\n   @Available(iOS, introduced: "15.0")\n}\n\nA.\n\n@Image(source: "a.png", alt: "A")\n\nB.\n',
    'A.\n\nB.',
  ],
  [
    'directives give way to their content, and tabs label their code',
    '@TabNavigator {\n   @Tab("Swift") {\n      Run it:\n\n      ```swift\n      struct A {\n        let b: Int\n      }\n      ```\n   }\n}\n\nAfter.\n',
    '**Swift**\n\nRun it:\n\n«swift|struct A {\n  let b: Int\n}»\n\nAfter.',
  ],
  [
    'terms are items of a list, with the text that a program wrote below them',
    '- term ``Saw``: It cuts.\n- term **Rule 1**:\n  Oil it.\n\n```\n- term in code\n```\n\n- term **--depth=\\<depth\\>**:\n\n*How deep it\ncuts.*\n\n\n- term **--oil|--dry**:\n\n\n- term **--help**:\n\n*Show help information.*\n\n## See\n',
    '- `Saw`: It cuts.\n- **Rule 1**:\n  Oil it.\n\n«|- term in code»\n\n- `--depth=<depth>`: How deep it cuts.\n- `--oil|--dry`\n- `--help`: Show help information.',
  ],
  [
    'attributes of Swift in code stay',
    '```swift\n@Image var image: Image\n@Row {\n}\n```\n',
    '«swift|@Image var image: Image\n@Row {\n}»',
  ],
])('%s', async (_, content, expected) => {
  expect(await shown(content)).toBe(expected);
});
