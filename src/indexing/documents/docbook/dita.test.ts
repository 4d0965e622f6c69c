import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../test/support/sections.ts';
import { shown } from '../includes/shown.fixture.ts';
import type { ParsedDocument } from '../document.ts';
import { parseDocument } from '../parse.ts';
import { isDocbook } from './docbook-file.ts';

async function parsed(content: string): Promise<ParsedDocument> {
  return parseDocument({ path: 'docs/saw.dita', content, format: 'docbook', hash: '' });
}

const docType =
  '<?xml version="1.0"?>\n<!DOCTYPE concept PUBLIC "-//OASIS//DTD DITA Concept//EN" "concept.dtd">\n';

test('recognizes topics of DITA, and no maps of them', () => {
  expect(isDocbook(`${docType}<concept id="saw"><title>Saw</title><conbody/></concept>`)).toBe(
    true,
  );
  expect(isDocbook('<task id="cut"><title>Cut</title><taskbody><steps/></taskbody></task>')).toBe(
    true,
  );
  expect(isDocbook('<map><title>Saws</title><topicref href="saw.dita"/></map>')).toBe(false);
  expect(isDocbook('<task name="build"><exec command="make"/></task>')).toBe(false);
});

test('reads the topics and sections of DITA with their anchors, without metadata', async () => {
  const document = await parsed(
    `${docType}<concept id="saw"><title>Saw <keyword keyref="saw_2"/></title><titlealts><navtitle>Nav</navtitle></titlealts>` +
      '<shortdesc>Cuts <term>logs</term>.</shortdesc><prolog><metadata><data name="a" value="b"/></metadata></prolog>' +
      '<conbody><p>Use <codeph>saw</codeph>.<indexterm>saws</indexterm></p><section id="safe"><title>Safety</title><p>Wear gloves.</p></section></conbody>' +
      '<concept id="oil"><title>Oil</title><conbody><p>See <xref href="other.dita#oil/best_oil"/>.</p></conbody></concept></concept>',
  );
  expect(document.sections.map(({ headings, anchor }) => [...headings, anchor])).toEqual([
    ['Saw saw 2', 'saw'],
    ['Saw saw 2', 'Safety', 'saw__safe'],
    ['Saw saw 2', 'Oil', 'oil'],
  ]);
  expect(flat(document)).toBe('Cuts *logs*.\n\nUse `saw`.\n\nWear gloves.\n\nSee best oil.');
});

test('reads the steps, notes, code and choices of a task of DITA', async () => {
  const task = await parsed(
    '<task id="cut"><title>Cut a log</title><taskbody><context>Be ready.</context><steps>' +
      '<step><cmd>Choose <menucascade><uicontrol>File</uicontrol><uicontrol>Cut</uicontrol></menucascade>.</cmd><info>It takes time.</info></step>' +
      '<step><cmd>Run it.</cmd><stepxmp><codeblock outputclass="language-bash">saw <varname>log</varname> &amp;&amp;\n  done</codeblock></stepxmp></step>' +
      '</steps><result><note type="tip">Sweep.</note></result></taskbody></task>',
  );
  expect(flat(task)).toBe(
    'Be ready.\n\n1. Choose **File** > **Cut**.\n\n   It takes time.\n\n2. Run it.\n\n«bash|saw log &&\n  done»\n\n**Tip:** Sweep.',
  );
});

test('reads the tables and lists of definitions of DITA', async () => {
  const reference = await parsed(
    '<reference id="ref"><title>Options</title><refbody><table><title>Sizes</title><tgroup cols="2"><thead><row><entry>Name</entry><entry>Size</entry></row></thead>' +
      '<tbody><row><entry namest="c1" nameend="c2"><option>-s</option></entry></row></tbody></tgroup></table>' +
      '<simpletable><sthead><stentry>A</stentry><stentry>B</stentry></sthead><strow><stentry>1</stentry><stentry>2</stentry></strow></simpletable>' +
      '<parml><plentry><pt><parmname>teeth</parmname></pt><pd>How many.</pd></plentry></parml></refbody></reference>',
  );
  expect(flat(reference)).toBe(
    '**Sizes**\n\n| Name | Size |\n| --- | --- |\n| `-s` |  |\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n- `teeth`: How many.',
  );
});

test('shows the elements that topics of DITA take from others', async () => {
  const page = `${docType}<concept id="saw"><title>Saw</title><conbody>\n<p conref="../shared/all.xml#all/safe"/>\n<p>Then <ph conref="#saw/end"></ph>, <ph id="end">sweep</ph>.</p></conbody></concept>`;
  const shared =
    '<concept id="all"><conbody><p id="no">No.</p>\n<p id="safe">Wear\n<b>gloves</b>.</p></conbody></concept>';
  const { text } = await shown('docs/topics/saw.dita', page, { 'docs/shared/all.xml': shared });
  expect(text).toContain('Wear **gloves**.');
  expect(text).toContain('Then sweep, sweep.');
  expect(text).not.toContain('No.');
});

test('shows the elements that topics of DITA take from the topic with the name of a key', async () => {
  const page = `${docType}<concept id="saw"><title>Saw</title><conbody>\n<p conkeyref="all/safe"/>\n<p>Oil, <ph conkeyref="all/dry"/>.</p>\n<p>Cut <ph conkeyref="none/end">wood</ph>.</p></conbody></concept>`;
  const shared =
    '<concept id="x"><conbody><p id="safe">Wear\n<b>gloves</b>.</p><ph id="dry">dry it</ph></conbody></concept>';
  const { text } = await shown('docs/topics/saw.dita', page, { 'reuse/all.dita': shared });
  expect(text).toContain('Wear **gloves**.');
  expect(text).toContain('Oil, dry it.');
  expect(text).toContain('Cut wood.');
});

test('reads hostile topics of DITA in linear time', async () => {
  for (const part of [
    '<p conref="#a/a"/>\n',
    '<p conkeyref="a/a"/>',
    '<p conref="',
    '<p ',
    '<b id="b">',
    '<entry ',
  ]) {
    const seconds = startCpuClock();
    const text = part.repeat(Math.ceil(300_000 / part.length));
    await shown('docs/saw.dita', `${docType}<concept id="a"><conbody>${text}`, {});
    expect(seconds(), part).toBeLessThan(5);
  }
}, 60_000);
