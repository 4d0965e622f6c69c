import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../test/support/sections.ts';
import { selectFiles } from '../../sources/filter.ts';
import type { ParsedDocument } from '../document.ts';
import { parseDocument } from '../parse.ts';
import { isDocbook } from './docbook-file.ts';

function page(body: string, attributes = 'type="topic"'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<page xmlns="http://projectmallard.org/1.0/" xmlns:if="http://projectmallard.org/if/1.0/" ${attributes} id="saw-cut">
  <info>
    <link type="guide" xref="index"/>
    <credit type="author"><name>Ann</name></credit>
    <title type="link">Cut</title>
    <desc>How to <em>cut</em>.</desc>
  </info>
  <title>Cut wood</title>
  ${body}
</page>`;
}

async function parsed(content: string): Promise<ParsedDocument> {
  return parseDocument({ path: 'help/C/saw-cut.page', format: 'docbook', content, hash: '' });
}

async function shown(body: string, attributes?: string): Promise<string> {
  return flat(await parsed(page(body, attributes)));
}

test('a page has its title, its description and sections with anchors', async () => {
  const { title, sections } = await parsed(
    page(`<p>Use <app>Saw</app> with <key>F1</key> or
      <keyseq><key>Ctrl</key><key>C</key></keyseq>, in
      <guiseq><gui>File</gui><gui>Cut</gui></guiseq> of <file>/etc/saw</file>.
      See <link xref="oil">the oil</link>, <link xref="saw-band#use"/> and
      <link href="https://saws.test">its site</link>. Press <media src="b.svg">More</media>.</p>
      <media type="image" src="a.png"><p>A picture</p></media>
      <section id="safety"><title>Stay <em>safe</em></title><p>Take care.</p><links type="section"/></section>`),
  );
  expect(title).toBe('Cut wood');
  expect(sections.map(({ headings, anchor }) => [headings.at(-1), anchor])).toEqual([
    ['Cut wood', undefined],
    ['Stay safe', 'safety'],
  ]);
  const text = sections
    .flatMap(({ blocks }) => blocks.map((block) => JSON.stringify(block)))
    .join('\n');
  expect(text).toContain('How to cut.');
  expect(text).toMatch(/Ctrl\W*\+\W*C/);
  expect(text).toMatch(/\*\*File\*\* > \*\*Cut\*\* of `\/etc\/saw`/);
  expect(text).toMatch(/the oil, use and \[its site\]\(https:\/\/saws\.test\/?\)/);
  expect(text).toContain('Press More.');
  expect(text).not.toMatch(/Ann|picture|a\.png/);
});

test('steps, terms, notes, tables and code', async () => {
  const text = await shown(`
    <steps><title>To cut</title>
      <item><p>Open it.</p></item>
      <item><p>Type <cmd>cut</cmd>:</p>
        <screen><output>$ </output><input>saw &lt;x&gt;</input>
  deep</screen></item>
    </steps>
    <terms><item><title>Hand</title><p>By hand.</p></item></terms>
    <list type="numbered"><item><p>One</p></item></list>
    <note style="tip"><title>Oil</title><p>Use it.</p></note>
    <table><tr><td><p>Name</p></td><td><p>Use</p></td></tr></table>
    <code mime="text/x-python">
cut()
</code>
    <comment><p>Fix this</p></comment>`);
  expect(text).toContain('**To cut**');
  expect(text).toMatch(/1\. Open it\.\n+2\. Type `cut`:\s+«(?:sh)?\|\$ saw <x>\n {2}deep»/);
  expect(text).toMatch(/Hand[^]{0,20}By hand\./);
  expect(text).toMatch(/Oil[^]{0,20}Use it\./);
  expect(text).toContain('- Name: Use');
  expect(text).toContain('«python|cut()»');
  expect(text).not.toContain('Fix this');
});

test('conditions show what most readers see', async () => {
  const text = await shown(`
    <if:choose>
      <if:when test="platform:gnome-classic"><p>Classic.</p></if:when>
      <if:when test="!platform:gnome-classic"><p>Usual.</p></if:when>
    </if:choose>
    <p if:test="platform:ubuntu">Ubuntu.</p>
    <p if:test="!target:mobile">Wide.</p>
    <if:if test="target:mobile"><p>Small.</p></if:if>`);
  expect(text).toContain('Usual.');
  expect(text).toContain('Wide.');
  expect(text).not.toMatch(/Classic|Ubuntu|Small/);
  expect(await shown('<links type="topic"/>', 'type="guide"')).toBe('');
});

test('files of Mallard have pages', () => {
  expect(isDocbook(page('<p>a</p>'))).toBe(true);
  expect(isDocbook('<page xmlns="http://saws.test/"><p>a</p></page>')).toBe(false);
  const paths = ['help/C/index.page', 'src/a.page', 'tests/b.page'].map((path) => ({ path }));
  expect(selectFiles(paths, {}).map(({ path }) => path)).toEqual(
    paths.slice(0, 2).map((p) => p.path),
  );
});

test('hostile pages take linear time', async () => {
  const parts = [
    '<section><title>a</title>',
    '<tree><item>',
    '<if:choose><if:when test="a">',
    '<p><code>a',
    '<note>',
    '<terms><item><title>a</title>',
    '<include ',
  ];
  for (const part of parts) {
    const seconds = startCpuClock();
    await parsed(page(part.repeat(Math.ceil(300_000 / part.length))));
    expect(seconds(), part).toBeLessThan(5);
  }
}, 60_000);
