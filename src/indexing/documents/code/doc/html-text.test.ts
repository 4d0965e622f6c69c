import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { htmlToMarkdown } from './html-text.ts';

test('a table has a line for each row, whose cells have no lines', () => {
  const table = `Teeth:
<table class="teeth"><colgroup><col width="20%"></colgroup>
<caption>All teeth</caption>
<thead><tr><th>Pattern<th>Cuts</tr></thead>
<tr><td colspan="2"><h3>Rip</h3></td></tr>
<tr>
  <td><code>E|F</code></td>
  <td>Oak.<p>And <b>elm</b>.<br>Or ash.</td>
</tr>
<tr><td><code>cut(<em>n</em>)</code></table>
Done.`;
  expect(htmlToMarkdown(table)).toBe(`Teeth:

All teeth

| Pattern | Cuts |
| --- | --- |
| Rip |  |
| \`E\\|F\` | Oak. And **elm**. Or ash. |
| \`cut(n)\` |  |

Done.`);
});

test('rows of a table without an end do not share a line', () => {
  const rows = '<table><tr><td>saw</td>\n<td>1</td></tr>\n<tr><td>axe</td><td>2</td></tr>';
  expect(htmlToMarkdown(rows)).toBe('saw | 1\n\naxe | 2');
});

test('emphasis does not begin or end with a space', () => {
  const html = '<b>Note: </b>oil <i> it</i> <strong> </strong>and\n<em>\nwait\n</em>.';
  expect(htmlToMarkdown(html)).toBe('**Note:** oil  *it*  and\n\n*wait*\n.');
});

test('styles and scripts are no text', () => {
  expect(htmlToMarkdown('Cut.\n<style type="text/css">td { top: 0 }</style>\n<p>Oil.')).toBe(
    'Cut.\n\nOil.',
  );
});

test('tables without an end take linear time', () => {
  const seconds = startCpuClock();
  for (const tag of ['<table>', '<table', '<style>', '<tr><td>', '<table><tr>']) {
    htmlToMarkdown(tag.repeat(40_000 / tag.length));
  }
  expect(seconds()).toBeLessThan(2);
});
