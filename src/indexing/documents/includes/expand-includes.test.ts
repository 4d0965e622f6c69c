import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { expandIncludes, neededIncludes, withIncludes } from './expand-includes.ts';
import { includeLimits } from './expansion.ts';
import { formatOf, shown } from './shown.fixture.ts';

describe('every format', () => {
  test.each([
    ['a.rst', 'A\n=\n\n.. include:: missing.txt\n\nText.\n'],
    ['a.rst', 'A\n=\n\n.. literalinclude:: missing.py\n\nText.\n'],
    ['a.adoc', '= A\n\ninclude::missing.adoc[]\n\nText.\n'],
    ['a.md', '# A\n\n{{#include missing.rs}}\n\n<<< @/missing.js\n\nText.\n'],
    ['a.md', '# A\n\n--8<-- "missing.md"\n\n{* missing.py *}\n\n@include missing.md\n'],
  ])('leaves %s as it is if the file is missing', (path, content) => {
    const document = { path, content, format: formatOf(path), hash: '' };
    expect(withIncludes({ ...document, included: {} }).content).toBe(content);
  });

  test('looks only at paths of the repository', () => {
    const asked = (include: string): string[][] =>
      neededIncludes({
        path: 'docs/a.md',
        content: `# A\n\n${include}\n`,
        format: 'markdown',
        hash: '',
      });
    expect(asked('--8<-- "https://example.org/a.md"')).toEqual([]);
    expect(asked('{{#include ../../../../etc/passwd}}')).toEqual([]);
    expect(asked('{{#include ../../etc/passwd}}')).toEqual([]);
    expect(asked('{{#include /etc/passwd}}')).toEqual([['docs/etc/passwd', 'etc/passwd']]);
    expect(asked(`{{#include ${'a/'.repeat(500)}b.md}}`)).toEqual([]);
  });

  test('leaves out a changelog that a page includes', async () => {
    const files = {
      'CHANGELOG.md': '## 1.2\n\nSharper.\n',
      'HISTORY.rst': '1.2\n---\n\nSharper.\n',
      'docs/history.rst': 'Saws are old.\n',
    };
    const markdown = await shown(
      'docs/past.md',
      '# A\n\n--8<-- "CHANGELOG.md"\n\nThe end.\n',
      files,
    );
    const rst =
      'Past\n====\n\n.. include:: ../HISTORY.rst\n\n.. include:: history.rst\n\nThe end.\n';
    const { text } = await shown('docs/past.rst', rst, files);
    expect(markdown.text + text).not.toContain('Sharper');
    expect(text).toContain('Saws are old.');
    expect(text).toContain('The end.');
  });

  test('reads a file that includes itself, or the document, once', async () => {
    const { text } = await shown('a.md', '# A\n\n{{#include b.md}}\n', {
      'a.md': 'Again.',
      'b.md': 'Words of b.\n\n{{#include b.md}}\n\n{{#include a.md}}\n',
    });
    expect(text.match(/Words of b\./g)).toHaveLength(1);
    expect(text).not.toContain('Again.');
  });

  test.each([
    ['md', (name: string) => `{{#include ${name}.md}}\n`],
    ['rst', (name: string) => `.. include:: ${name}.rst\n\n`],
    ['adoc', (name: string) => `include::${name}.adoc[]\n\n`],
  ])('bounds files of %s that include each other many times over', (extension, include) => {
    const included = Object.fromEntries(
      'abcdefgh'.split('').map((name, at, names) => {
        const next = names[at + 1];
        const text = 'x'.repeat(1000) + '\n\n' + (next ? include(next).repeat(30) : '');
        return [`${name}.${extension}`, text];
      }),
    );
    const path = `start.${extension}`;
    const content = `Start\n\n${include('a').repeat(30)}`;
    const document = { path, format: formatOf(path), content, hash: '', included };
    const cpuSeconds = startCpuClock();
    expect(withIncludes(document).content.length).toBeLessThan(2 * includeLimits.characters);
    expect(cpuSeconds()).toBeLessThan(2);
  });

  test('shows a file as long as the modules of large classes in Python', () => {
    const included = { 'saw.md': `Cut.${'\n'.repeat(700_000)}` };
    const document = {
      path: 'a.md',
      format: 'markdown',
      content: '{{#include saw.md}}\n',
      hash: '',
    } as const;
    expect(withIncludes({ ...document, included }).content).toContain('Cut.');
  });

  test('leaves out binary files and files that are too large', () => {
    const included = {
      'a.bin.md': 'a\0b',
      'b.md': 'x'.repeat(includeLimits.fileCharacters + 1),
    };
    const content = '# A\n\n{{#include a.bin.md}}\n\n{{#include b.md}}\n';
    const document = { path: 'a.md', format: 'markdown' as const, content, hash: '', included };
    expect(withIncludes(document).content).toBe(content);
  });

  test('reads hostile lines in linear time', () => {
    const lines = [
      "import raw from './raw.js?raw'",
      ...Array.from({ length: 20_000 }, () => '<Code code={raw}'),
      '{{#include '.repeat(20_000),
      `--8<-- "${'a'.repeat(500_000)}`,
      `<<< ${'{'.repeat(200_000)}`,
      `<!--@include: ${' '.repeat(200_000)}`,
      ...Array.from({ length: 5000 }, (_, at) => `--8<--\nmissing-${at}.md`),
      ...Array.from({ length: 5000 }, (_, at) => `{{#include missing-${at}.md}}`),
      ...Array.from({ length: 5000 }, (_, at) => `<!--codeinclude-->\n[a](missing-${at}.js`),
      '{{ a'.repeat(100_000),
      '{{< docs/shared lookup="'.repeat(20_000),
      ...Array.from({ length: 2000 }, () => `{{< include ${'a="b '.repeat(150)}>}}`),
      ...Array.from({ length: 2000 }, () => `:[${'a'.repeat(200)}](${'a.md'.repeat(75)}`),
      ...Array.from({ length: 2000 }, () => `{% include ${'a.md.'.repeat(58)} %}`),
      ...Array.from({ length: 2000 }, () => `{% include {{ page.a }}/${'{{a}}'.repeat(300)}`),
      ...Array.from({ length: 2000 }, () => `<Include ${'src="a '.repeat(70)}/>`),
      '{{< embed-md "'.repeat(20_000),
      '[!code-a['.repeat(20_000),
      ':::code source="'.repeat(20_000),
      'import a from '.repeat(50_000),
      "import a from './a.md'; ".repeat(20_000),
      '```mdx-code-block\n'.repeat(5000),
      `\`\`\`js ${'reference'.repeat(20_000)}`,
      `https://github.com/${'a/'.repeat(100_000)}`,
      ...Array.from({ length: 2000 }, () => `<SawPreview name="a${'-a'.repeat(8)}" />`),
      ...Array.from({ length: 2000 }, () => `<${'Preview'.repeat(8)} a="`),
      '```',
      ...Array.from({ length: 2000 }, () => `\`\`\`js ${' reference'.repeat(30)}s`),
    ];
    const cpuSeconds = startCpuClock();
    const document = { path: 'a/b/c/d.md', format: 'markdown' as const, content: lines.join('\n') };
    const asked: string[][] = [];
    expandIncludes(document, (candidates) => {
      asked.push(candidates);
      return undefined;
    });
    expect(asked.length).toBeLessThanOrEqual(includeLimits.uses);
    expect(cpuSeconds()).toBeLessThan(2);
  });
});
