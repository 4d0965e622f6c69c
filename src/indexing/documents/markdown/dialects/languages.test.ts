import { expect, test } from 'vitest';
import { flat } from '../../../../../test/support/sections.ts';
import { parseMarkdown } from '../markdown.ts';

function parsed(content: string, path = 'docs/saw.md') {
  return parseMarkdown({ path, format: 'markdown', content, hash: '' });
}

test('a page with its text in several languages shows the English one', () => {
  const zh = '## zh-CN\n\n锯木头。\n\n### 油\n\n上油。\n\n```sh\n# 上油\noil\n```\n';
  const en = '## en-US\n\nCut wood.\n\n```sh\n# zh-CN\ncut\n```\n';

  for (const page of [`${zh}\n${en}`, `${en}\n${zh}`]) {
    const text = flat(parsed(`# Saw\n\n${page}\n## API\n\nThe blade.\n`));
    expect(text).toMatch(/Cut wood\.[\s\S]*# zh-CN\ncut[\s\S]*The blade\./);
    expect(text).not.toMatch(/en-US|油|锯|\boil\b/);
  }
  expect(flat(parsed(zh))).toContain('锯木头。');
});

test('a title in several languages is the English one', () => {
  const matter = '---\ntitle:\n  zh-CN: 锯\n  en-US: Cut wood\n---\n\nText.\n';
  expect(parsed(matter).title).toBe('Cut wood');
  expect(parsed(matter.replace('en-US', 'fr-FR')).title).toBe('saw');
});

test('the title of a demo names what it shows', () => {
  const titleOf = (path: string, content = 'Text.\n'): string => parsed(content, path).title;
  expect(titleOf('components/saw/demo/two-blades.md')).toBe('two-blades (saw)');
  expect(titleOf('components/Saw/__demo__/basic.md', '---\ntitle: Basic\n---\n\nText.\n')).toBe(
    'Basic (Saw)',
  );
  expect(titleOf('demo/cut.md')).toBe('cut');
  expect(titleOf('saws/demos/cut.md')).toBe('cut');
  expect(titleOf('components/saw/demo/cut-saw.md')).toBe('cut-saw');
});

test('the title of a page without headings does not have the language of its file', () => {
  expect(parsed('Text.\n', 'components/Saw/README.en-US.md').title).toBe('Saw');
  expect(parsed('Text.\n', 'docs/sharp-blades.en.md').title).toBe('sharp-blades');
});
