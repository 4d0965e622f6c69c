import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../../test/support/sections.ts';
import { parseDocument } from '../../parse.ts';
import { isSpecification } from './bikeshed.ts';

async function parsed(content: string) {
  return parseDocument({ path: 'index.bs', format: 'markdown', content, hash: '' });
}

const settings =
  "<pre class='metadata'>\nTitle: Saw API\nShortname: saw\nText Macro: BM board maker\n</pre>\n";

test('a specification for Bikeshed has its title, its sections with their ids, and its terms as text', async () => {
  const { title, sections } = await parsed(
    `${settings}<h1>Saw<br>API</h1>

# Introduction # {#intro}

A [=[BM]=] calls {{Saw/cut(board)|saw.cut()}} on a {{Saw}}, see [[#oil]], [[#oil|oiling]] and [[!RFC2119]].

    Note: The [=saw/blade=] of |saw| is an <{saw/width}> in <<length>>.

## Oil the [=blade=] ## {#oil}

<dfn export>Oil</dfn> it.
`,
  );

  expect(title).toBe('Saw API');
  expect(sections.map(({ headings, anchor }) => [headings, anchor])).toEqual([
    [['Saw API'], 'saw-api'],
    [['Saw API', 'Introduction'], 'intro'],
    [['Saw API', 'Introduction', 'Oil the blade'], 'oil'],
  ]);
  expect(flat({ title, sections })).toBe(
    'A board maker calls `saw.cut()` on a `Saw`, see Oil the blade, oiling and [RFC2119].\n\n' +
      'Note: The blade of saw is an `width` in `<length>`.\n\nOil it.',
  );
});

test('a specification for Bikeshed shows its code and its definitions, and not the data of its references', async () => {
  const { title, sections } = await parsed(
    `${settings}
<pre class=biblio>
{ "SAW": { "title": "Saws" } }
</pre>
<pre class="anchors">
urlPrefix: https://a.dev
</pre>

# Cut # {#cut}

<div dfn-for="Saw">
    <xmp class="idl">
        interface Saw {
            Promise<[=Board=]> cut();
        };
    </xmp>

    :   <dfn>width</dfn>
    ::  How wide it cuts, in
        millimeters:

        1.  Measure {{Saw/[[teeth]]}}.

            1. Twice.

    <div>
    : <dfn>\\[[depth]]</dfn>
    :: How deep.

        Not too deep.
    </div>
</div>
`,
  );

  expect(flat({ title, sections })).toBe(
    '«webidl|interface Saw {\n    Promise<[=Board=]> cut();\n};»\n\n' +
      '- width\n    How wide it cuts, in\n    millimeters:\n\n    1. Measure `[[teeth]]`.\n\n        1. Twice.\n\n- [[depth]]\n    How deep.\n\n    Not too deep.',
  );
});

test('a file is a specification for Bikeshed or a part of one by its settings or its terms', () => {
  expect(isSpecification(settings)).toBe(true);
  expect(isSpecification('# <dfn>Oil</dfn> # {#oil}\n')).toBe(true);
  expect(isSpecification('# Oil\nCuts [=boards=].\n')).toBe(true);
  expect(isSpecification('# Oil\nCuts boards.\n')).toBe(false);
});

test.each([
  ['blocks', '<xmp>\n'],
  ['data', '<pre class=biblio>\n'],
  ['terms', '[=a'],
  ['names', '{{a/'],
  ['sections', '[[#a|'],
  ['variables', '|a:'],
  ['headings', '# {#'],
  ['lists', '  : a\n    :: b\n'],
])('hostile %s of a specification for Bikeshed end within seconds', async (_, part) => {
  const cpuSeconds = startCpuClock();
  await parsed(settings + part.repeat(200_000 / part.length));
  expect(cpuSeconds()).toBeLessThan(20);
});
