import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../../test/support/sections.ts';
import type { ParsedDocument } from '../../document.ts';
import { parseDocument } from '../../parse.ts';
import { isMediawiki, isMediawikiText } from './mediawiki-file.ts';
import { mediawikiToMarkdown } from './mediawiki.ts';

async function parsed(content: string): Promise<ParsedDocument> {
  return parseDocument({ path: 'Saws.mediawiki', format: 'markdown', content, hash: '' });
}

async function shown(content: string): Promise<string> {
  return flat(await parsed(content));
}

test('headings, bold and italic text, links and code within lines', async () => {
  const page = `= Saws =
<!-- a
note -->Some '''bold''', ''italic'' and '''''both''''' words of 2<sup>31</sup>__NOTOC__.
== Use of ''oil'' ==
See [[Oil|the oil]], [[wood.mediawiki#oak|wood]], [[Blade]] and [https://saws.test/a?b=1 its
page], [https://saws.test].
{{Stub|x={{y}}}} The <code>''cut'' &lt;n&gt;</code> of <tt>a*b</tt> is 2 * 3, not <nowiki>''x''</nowiki>.
[[File:saw.png|thumb|A [[saw]]]] [[Category:Tools]]
`;
  const { title, sections } = await parsed(page);
  expect(title).toBe('Saws');
  expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['Saws', 'Use of oil']);
  const text = await shown(page);
  expect(text).toContain('Some **bold**, *italic* and ***both*** words of 2^31.');
  expect(text).toMatch(
    /See the oil, .*wood.*, Blade and \[its page\]\(https:\/\/saws\.test\/a\?b=1\)/,
  );
  expect(text).toContain("The `cut <n>` of `a*b` is 2 \\* 3, not ''x''.");
  expect(text).not.toMatch(/Stub|y\}|thumb|Category|note/);
});

test('lists have levels, numbers, definitions and further paragraphs', async () => {
  const text = await shown(`==Lists==
* One
** Part
*: More of one
* Two
# First
## Inner
# Second
; Name
: Its meaning
: And more
; Other : meaning
:Indented text.
`);
  expect(text).toMatch(/- One\n+\s+- Part\n+\s+More of one\n+- Two/);
  expect(text).toMatch(/1\. First\n+\s+1\. Inner\n+2\. Second/);
  expect(text).toMatch(/- \*\*Name\*\*: Its meaning\n+\s+And more\n+- \*\*Other\*\*: meaning/);
  expect(text).toContain('Indented text.');
});

test('code has its language, stays in its item and keeps its marks', async () => {
  const text = await shown(`==Code==
 saw <nowiki>''x''</nowiki>
   --'''wood'''

 oil
Text <source lang="bash">
saw '' {{a}} &lt;
</source> below.
# Step<syntaxhighlight lang=js line>
cut([[1]]);
</syntaxhighlight>
# Next
<pre>
&lt;b&gt; * c
</pre>
\`\`\`sql
SELECT ''
\`\`\`
`);
  expect(text).toContain("«|saw ''x''\n  --wood\n\noil»");
  expect(text).toContain("Text\n\n«bash|saw '' {{a}} &lt;»\n\nbelow.");
  expect(text).toMatch(/1\. Step\s+«(?:js|javascript)\|cut\(\[\[1\]\]\);»\s+2\. Next/);
  expect(text).toContain("«|<b> * c»\n\n«sql|SELECT ''»");
});

test('a table has its head, and cells that cover others', async () => {
  const text = await shown(`{| class="wikitable"
|+ All saws
! Name !! style="x" | Use
|-
| rowspan="2" | Hand || a | b
|-
|
* cuts <code>x</code>
* [[Oil|oils]]
|-
| colspan=2 | Both
|}
After.
`);
  expect(text).toContain('**All saws**');
  expect(text).toContain('| Name | Use |\n| --- | --- |\n| Hand | a \\| b |');
  expect(text).toContain('| Hand | cuts `x` oils |');
  expect(text).toMatch(/\| Both \|\s*\|\n\nAfter\./);
});

test('notes stand at their place, and a proposal has its title', async () => {
  const page = `<pre>
  BIP: 7
  Title: Cut wood
  Status: Final
</pre>
==Abstract==
It cuts.<ref>'''Why?''' It <code>can</code>.</ref> Fast.<ref name="x" />
==Copyright==
Free.
==Notes==
<references />
==End==
`;
  const { title } = await parsed(page);
  expect(title).toBe('BIP 7: Cut wood');
  const text = await shown(page);
  expect(text).toContain(
    'It cuts.\\[1\\] Fast.'.replaceAll('\\', text.includes('\\[1') ? '\\' : ''),
  );
  expect(text).toContain('1. **Why?** It `can`.');
  expect(text).not.toContain('Free');
});

test('redirects show nothing, and pages of other wikis are none of MediaWiki', async () => {
  expect(await shown('#REDIRECT [[Saws]]\n')).toBe('');
  expect(isMediawiki('wiki/Saws.wiki') && isMediawiki('Home.mediawiki')).toBe(true);
  expect(isMediawikiText('== Saws ==\n[[Oil]]')).toBe(true);
  expect(isMediawikiText('#summary Saws\n== Saws ==\n')).toBe(false);
  expect(isMediawikiText('= Saws =\n{{{\ncut\n}}}\n')).toBe(false);
  expect(isMediawikiText('<title>Saws</title>\n[[Oil]]')).toBe(false);
});

test('hostile pages take linear time', () => {
  const all = [
    '[[a|b\n',
    '```\n',
    "''",
    "'''",
    '{{',
    '[[a|',
    '<pre>',
    '<ref>',
    '<!--',
    '{|\n',
    '|a\n',
    '; a : ',
    '*',
    '# a\n',
    ' a\n',
    '= ',
    '<code>',
    '\n|-\n|',
    '[https://a ',
    '{{a}}',
    '<ref>a</ref>',
    '<pre>\na\n</pre>',
  ];
  for (const part of all) {
    const seconds = startCpuClock();
    const lines = `a ${part.repeat(Math.ceil(500_000 / part.length))}`.split('\n');
    mediawikiToMarkdown(lines.map((line) => line.slice(0, 20_000)));
    mediawikiToMarkdown(['{|', ...lines.map((line) => line.slice(0, 20_000))]);
    expect(seconds(), part).toBeLessThan(4);
  }
}, 60_000);
