import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { formatOf } from '../../../sources/formats.ts';
import { shown } from '../../includes/shown.fixture.ts';
import { parseMarkdown } from '../markdown.ts';

test('reads Djot and SuperMD with their titles', () => {
  expect(formatOf('pages/saw.djot')).toBe('markdown');
  expect(formatOf('content/saw.smd')).toBe('markdown');
  const titled = (path: string, matter: string): string =>
    parseMarkdown({ path, content: `---\n${matter}\n---\n\nCut.\n`, format: 'markdown', hash: '' })
      .title;
  expect(titled('saw.djot', 'title = "Saws"\nsubtitle = "For wood"')).toBe('Saws');
  expect(titled('saw.smd', '.title = "Saws",\n.custom = {\n\t"toc": true,\n},')).toBe('Saws');
});

test('shows the texts and the code of links that a script of Zine writes', async () => {
  const page = `---
.title = "Saws",
---
# [Cut wood]($section.id('cut-wood'))

See [the oil]($link.page('oil').ref("top")) and [more](https://example.com).

[]($code.language('=html').buildAsset("saws/1-cut/cut.zig"))
[]($video.asset('cut.webm').muted(true).loop(true))
`;
  const { text, code } = await shown('content/saw.smd', page, {
    'zig-code/saws/1-cut/cut.zig': 'const saw = 1;\n',
  });
  expect(text).toContain('Cut wood');
  expect(text).toContain('See the oil and [more](https://example.com).');
  expect(text).not.toContain('$');
  expect(code).toEqual(['zig: const saw = 1;']);
});

test('many links take linear time', () => {
  const cpuSeconds = startCpuClock();
  for (const part of ['[', '[]($a', '[]($a.b(', '[]($a.b("']) {
    const content = part.repeat(50_000);
    parseMarkdown({ path: 'a.smd', content, format: 'markdown', hash: '' });
  }
  expect(cpuSeconds()).toBeLessThan(4);
});
