import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { parseDocument } from '../parse.ts';
import { isDocbook } from './docbook-file.ts';

async function parsed(content: string): Promise<ParsedDocument> {
  return parseDocument({ path: 'entries/cut.xml', content, format: 'docbook', hash: '' });
}

test('recognizes entries of references of jQuery, and no other entries', () => {
  expect(isDocbook('<?xml version="1.0"?>\n<entry type="method"><signature/></entry>')).toBe(true);
  expect(isDocbook('<entries><desc>Cut.</desc><entry><longdesc/></entry></entries>')).toBe(true);
  expect(isDocbook('<entry><title>Post</title><content>Cut.</content></entry>')).toBe(false);
});

test('reads a method with its signatures, arguments, text and examples', async () => {
  const document = await parsed(
    '<entry type="method" name="cut" return="Board" deprecated="2.0"><title>.cut()</title><category slug="saws"/>' +
      '<signature><added>1.0</added><argument name="log" optional="true"><desc>A <code>Log</code>.</desc><type name="Log"/><type name="Array"/></argument>' +
      '<xi:include href="../includes/speed-argument.xml"/></signature>' +
      '<signature><argument name="each" type="Function"><argument name="at" type="Integer"/><return><type name="Log"/></return></argument>' +
      '<argument name="options" type="Object"><property name="oil" type="Boolean" default="true"><desc>Oils it.</desc></property></argument></signature>' +
      '<desc>Cuts logs.</desc><longdesc><p>See <a href="/oil/">oil</a>:</p><pre><code>\n&lt;log&gt;\n</code></pre><h4 id="fast">Fast</h4><p>Sharpen it.</p></longdesc>' +
      '<note id="safe"/><example><desc>Cut one.</desc><code><![CDATA[\nsaw.cut( "<log>" );\n]]></code><css>p {}</css><html><![CDATA[<log></log>]]></html></example></entry>',
  );
  expect(document.title).toBe('.cut()');
  expect(document.sections.map(({ headings }) => headings)).toEqual([
    ['.cut()'],
    ['.cut()', 'Fast'],
    ['.cut()', 'Examples'],
  ]);
  expect(flat(document)).toBe(
    [
      'Cuts logs.',
      '- Returns `Board`\n- Deprecated since `2.0`',
      '«javascript|.cut([log], [speed])»',
      'Since 1.0.',
      '- `log` (`Log | Array`): A `Log`.\n- `speed`',
      '«javascript|.cut(each, options)»',
      '- `each` (`Function(at: Integer) => Log`)\n- `options` (`Object`)\n  - `oil` (`Boolean`, default `true`): Oils it.',
      'See oil:',
      '«|<log>»',
      'Sharpen it.',
      'Cut one.',
      '«javascript|saw.cut( "<log>" );»',
      '«html|<log></log>»',
    ].join('\n\n'),
  );
});

test('reads the options, events and methods of a widget', async () => {
  const widget = await parsed(
    '<entry type="widget" name="saw"><title>Saw Widget</title><desc>A saw.</desc><longdesc/>' +
      '<options><option name="edge" type="String" default="&quot;fine&quot;"><desc>The edge.</desc><example><code>saw({ edge: 1 });</code></example></option></options>' +
      '<events><event name="stop"><desc>It stops.</desc></event></events>' +
      '<methods><method name="oil" return="jQuery"><signature/><desc>Oils it.</desc></method></methods></entry>',
  );
  expect(widget.sections.map(({ headings, anchor }) => [headings.at(-1), anchor])).toEqual([
    ['Saw Widget', undefined],
    ['edge', 'option-edge'],
    ['Examples', undefined],
    ['stop', 'event-stop'],
    ['oil', 'method-oil'],
  ]);
});

test('reads hostile entries in linear time', async () => {
  for (const part of ['<entry>', '<argument>', '<desc>', '<signature><argument/></signature>']) {
    const seconds = startCpuClock();
    await parsed(`<entry><signature/>${part.repeat(Math.ceil(100_000 / part.length))}`);
    expect(seconds(), part).toBeLessThan(8);
  }
}, 60_000);
