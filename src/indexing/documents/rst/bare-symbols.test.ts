import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { parseRst } from './rst.ts';

/** Returns the title of each section with its text and code. */
async function sections(content: string): Promise<[title: string, content: string][]> {
  const parsed = await parseRst({ path: 'docs/page.rst', format: 'rst', content, hash: '' });
  return parsed.sections.map(({ headings, blocks }) => [
    headings.join(' > '),
    blocks.map((block) => (block.kind === 'text' ? block.text : `«${block.code}»`)).join(' / '),
  ]);
}

test('the text below symbols without a body describes them, up to the next symbol or heading', async () => {
  const content =
    'Saws\n====\n\n.. class:: HandSaw\n\nCuts *by* hand.\n\n.. note:: Oil it.\n\n.. class:: Hacksaw\n.. class:: shop.Jigsaw(blade)\n\nCut metal.\n\n.. class:: Blade\n\n   A blade.\n\nMore.\n\nOil\n===\n\nOil.\n';
  expect(await sections(content)).toEqual([
    ['Saws', ''],
    ['Saws > HandSaw', 'Cuts *by* hand.\n\n**Note:** Oil it.'],
    ['Saws > Hacksaw', '«shop.Jigsaw(blade)» / Cut metal.'],
    ['Saws > Blade', 'A blade.'],
    ['Saws', 'More.'],
    ['Oil', 'Oil.'],
  ]);
});

test('a heading for one symbol keeps the text, and shows its name', async () => {
  const content =
    'Saws\n====\n\nHand saw\n--------\n\n.. class:: shop.HandSaw\n\nCuts by hand.\n\nJigsaw\n------\n\n.. class:: shop.Jigsaw(blade)\n\nCuts metal.\n';
  expect(await sections(content)).toEqual([
    ['Saws', ''],
    ['Saws > Hand saw', '`shop.HandSaw`\n\nCuts by hand.'],
    ['Saws > Jigsaw', ''],
    ['Saws > Jigsaw > shop.Jigsaw', '«shop.Jigsaw(blade)»'],
    ['Saws > Jigsaw', 'Cuts metal.'],
  ]);
});

test('commands of devices are symbols, and those right above a described one share its text', async () => {
  const content =
    'Show\n====\n\n.. clicmd:: show saws\n\n.. clicmd:: show saws oil\n\n   Shows *all* saws.\n\n   .. clicmd:: show saws json\n\n      As JSON.\n\n.. cfgcmd:: set saw <name>\n   blade <length>\n\n   Sets the blade.\n\n.. envvar:: SAW_DEPTH\n\n.. function:: cut(wood)\n\n.. function:: oil(saw)\n\n   Oils it.\n';
  expect(await sections(content)).toEqual([
    ['Show', ''],
    ['Show > show saws', '`show saws oil`\n\nShows *all* saws.'],
    ['Show > show saws > show saws json', 'As JSON.'],
    ['Show > set saw <name> blade <length>', 'Sets the blade.'],
    ['Show > SAW_DEPTH', ''],
    ['Show > cut', '«cut(wood)»'],
    ['Show > oil', '«oil(saw)» / Oils it.'],
  ]);
});

test('a tab and a class show the names in them that have no text', async () => {
  const content =
    '.. tab-set::\n\n   .. tab-item:: Variable\n\n      .. envvar:: SAW_DEPTH\n\nHow deep.\n\n.. class:: Saw(blade)\n\n   .. attribute:: blade\n\n   .. method:: cut(wood)\n\nMore.\n';
  expect(await sections(content)).toEqual([
    ['', '**Variable**\n\n`SAW_DEPTH`\n\nHow deep.'],
    ['Saw', '«Saw(blade)» / `Saw.blade`'],
    ['Saw > Saw.cut', '«cut(wood)»'],
    ['', 'More.'],
  ]);
});

test('a heading that is the name of its symbol does not repeat it', async () => {
  const content = 'Saws\n====\n\n``HandSaw``\n-----------\n\n.. class:: HandSaw\n\nCuts by hand.\n';
  expect(await sections(content)).toEqual([
    ['Saws', ''],
    ['Saws > HandSaw', ''],
    ['Saws > HandSaw > HandSaw', ''],
    ['Saws > HandSaw', 'Cuts by hand.'],
  ]);
});

test('a setting above its heading and a class of docutils take no text', async () => {
  const content =
    'Saws\n====\n\nText.\n\n.. setting:: depth\n\nDepth\n-----\n\nDeep.\n\n.. class:: wide\n\nWide.\n';
  expect(await sections(content)).toEqual([
    ['Saws', 'Text.'],
    ['Saws > depth', ''],
    ['Saws > Depth', 'Deep.'],
    ['Saws > Depth > wide', ''],
    ['Saws > Depth', 'Wide.'],
  ]);
});

test('names of PHP keep their namespaces', async () => {
  const content =
    '.. phpmethod:: Saws\\Shop::cut()\n\n   Cuts.\n\n.. php:class:: Saws\\Oil(\\*$args)\n\n   Oil.\n';
  expect(await sections(content)).toEqual([
    ['', '**Saws\\Shop::cut()**\n\nCuts.'],
    ['Saws\\Oil(*$args)', 'Oil.'],
  ]);
});

test('many symbols are read in linear time', async () => {
  const cpuSeconds = startCpuClock();
  await sections('.. data:: A\n\n'.repeat(20_000));
  await sections('.. data:: A\n\nText.\n\n'.repeat(10_000));
  expect(cpuSeconds()).toBeLessThan(5);
});
