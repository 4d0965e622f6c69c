import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { expandIncludes } from '../../includes/expand-includes.ts';
import { shownAt } from '../shown.fixture.ts';

const shown = shownAt('doc/saw.qbk');

test('a manual of Boost has its title, its sections and its samples', async () => {
  const { title, names, text } = await shown(
    '[/ A license [nested] ]\n\n[library Boost.Saw\n    [quickbook 1.7]\n    [authors [Smith, Ann]]\n]\n\n[section:use Use it]\n\n[import saw.cpp]\nCut:\n\n    saw s;\n\n    s.cut("[a]"); // ``[link saw.oil]``\n\n[heading Header]\n    #include <saw.hpp>\n\n[teletype]\n\n  $ saw\n\n[endsect]\n[section Care]\nOil it.\n[endsect]\n',
  );
  expect(title).toBe('Boost.Saw');
  expect(names).toEqual([
    'Boost.Saw',
    'Boost.Saw > Use it',
    'Boost.Saw > Use it > Header',
    'Boost.Saw > Care',
  ]);
  expect(text).toContain('Cut:\n\n«cpp|saw s;\n\ns.cut("[a]"); // oil»');
  expect(text).toContain('«cpp|#include <saw.hpp>»\n\n«|$ saw»');
  expect(text).not.toMatch(/license|Smith|1\.7|import/);
});

test.each([
  [
    '*bold* /thin/ =code= _under_ a/b/c 2 * 3 * 4',
    '**bold** *thin* `code` *under* a/b/c 2 \\* 3 \\* 4',
  ],
  [
    '[*bold] [\'thin] [^code] ["said] [@https://saw.example site] [@../a.html it] [@../b/cut.cpp]',
    '**bold** *thin* `code` "said" [site](https://saw.example) it cut.cpp',
  ],
  [
    '[link saw.oil] [link saw.oil the oil] [classref saw::blade] [funcref saw::cut cut]',
    'oil the oil `saw::blade` `cut`',
  ],
  [
    "\\[1\\] '''&mdash;<phrase role=\"a\">x</phrase>''' std::vector<int>",
    '[1] —x std::vector<int>',
  ],
  [
    '[def __saw__ [@https://saw.example Saw]]\n[def __care [*Care:]]\n__saw__ and __old_blade__. __care __cut',
    '[Saw](https://saw.example) and old blade. **Care:** \\__cut',
  ],
  [
    '[def __cut__ [link saw.cut `cut_all`]]\n__cut__ or `__cut__()`:\n\n  __cut__(1, __line__);\n',
    '`cut_all` or `cut_all()`:\n\n«cpp|cut_all(1, __line__);»',
  ],
  [
    "[template ticket[key] '''<ulink url=\"https://saw.example/'''[key]'''\">'''#[key]'''</ulink>''']\n[template dash[] '''&mdash;''']\nSee [ticket 12] [dash] [other 13].",
    'See #12 — 13.',
  ],
  [
    '[template effects[what when]\nThe saw [what] the *wood* if it is [link saw.oil [when]].\n]\n[effects cuts..very sharp]\n\n[effects oils dry]',
    'The saw cuts the **wood** if it is very sharp.\n\nThe saw oils the **wood** if it is dry.',
  ],
  [
    "[template s[][,]s]\n[template ,[]'''&#8217;''']\n[template cutter[blade]\n\n``\ncut(`[blade]`, v[0]);\n``\n\nThen:\n\n  oil();\n]\nIt[s] sharp:\n\n[cutter saw]",
    'It’s sharp:\n\n«cpp|cut(saw, v[0]);»\n\nThen:\n\n«cpp|oil();»',
  ],
  ['* [link saw.a A]\n* B\n  * C\n\n# One\n# Two', '- A\n- B\n  - C\n\n1. One\n1. Two'],
  ['[note Mind the\n  teeth.]', '> **Note**\n> Mind the\n>   teeth.'],
  [
    '[variablelist Names\n  [[`a`] [The first.]]\n  [[b] [The\n second.]]\n]',
    '- **`a`**: The first.\n- **b**: The\n   second.',
  ],
  [
    '[table:x Blades\n [[Name][For]]\n [[`a|b`][``cut();\noil();``]]\n]',
    '**Blades**\n\n| Name | For |\n| --- | --- |\n| `a\\|b` | `cut(); oil();` |',
  ],
  ['[table A\n [[B]\n]\n\n[heading Next]\n\nIt.', 'It.'],
])('writes %s', async (content, expected) => {
  const { text } = await shown(`[section Saw]\n${content}\n[endsect]\n`);
  expect(text).toContain(expected);
});

test('a manual shows the samples of the files that it imports', () => {
  const content = expandIncludes(
    {
      path: 'doc/saw.qbk',
      format: 'markdown',
      content: '[import ../example/saw.cpp]\n\n[cut]\n\n[other]\n',
    },
    (paths) => {
      if (!paths.includes('example/saw.cpp')) return undefined;
      const text =
        'int a;\n//[cut\n  cut();\n  //<-\n  hidden();\n  //->\n  /*`\n  Now *oil* it:\n  */\n  oil(); //` x\n//]\nint b;\n';
      return { path: 'example/saw.cpp', text };
    },
  );
  expect(content).toContain(
    '\n``\ncut();\n``\n\n\nNow *oil* it:\n\n\n``\noil(); //` x\n``\n\n\n[other]',
  );
  expect(content).not.toMatch(/hidden|int [ab]/);
});

test('a sample can be text that names further samples', () => {
  const content = expandIncludes(
    { path: 'doc/saw.qbk', format: 'markdown', content: '[import saw.cpp]\n[all]\n' },
    () => ({
      path: 'doc/saw.cpp',
      text: '//[cut\ncut();\n//]\n//[all\n//` Cut it:\n//` [cut]\n//]\n',
    }),
  );
  expect(content).toContain('\nCut it:\n\n``\ncut();\n``\n');
});

test('a template shows the sample of a file that its value names', async () => {
  const content = expandIncludes(
    {
      path: 'doc/saw.qbk',
      format: 'markdown',
      content:
        '[template saw_example[name descr]\n[h5 Example: [descr]]\n[import ../example/[name].cpp]\n[table\n  [[Code]]\n  [[[sample]]]\n]\n] [/ end ]\n\nOil it first.\n\n[saw_example cut..a cut]\n\n[saw_example none..nothing]\n',
    },
    (paths) =>
      paths.includes('example/cut.cpp')
        ? { path: 'example/cut.cpp', text: '//[sample\nsaw s;\ns.cut();\n//]\n' }
        : undefined,
  );
  const { names, text } = await shown(content);
  expect(names).toContain('Example: a cut');
  expect(text).toContain('Code\n\n«cpp|saw s;\ns.cut();»');
  expect(text).not.toContain(']');
});

test('a chapter shows what the main file of its manual defines', async () => {
  const files = new Map([
    ['doc/Jamfile.v2', '# xml old : old.qbk ;\nxml saw : qbk/saw.qbk ;\n'],
    [
      'doc/qbk/saw.qbk',
      '[library Saw [quickbook 1.7]]\n\n[def __SAW_CUT__ [link\n  saw.cut `SAW_CUT`]]\n[template safely[]safely]\n[section Other]\nNot here.\n[endsect]\n',
    ],
  ]);
  const content = expandIncludes(
    {
      path: 'doc/qbk/use/cut.qbk',
      format: 'markdown',
      content: '[section Cut]\nUse __SAW_CUT__ [safely].\n[endsect]\n',
    },
    (paths) => {
      const path = paths.find((one) => files.has(one));
      return path === undefined ? undefined : { path, text: files.get(path)! };
    },
  );
  const { title, text } = await shown(content);
  expect(title).toBe('Cut');
  expect(text).toContain('Use `SAW_CUT` safely.');
  expect(text).not.toContain('Not here');
});

test.each([
  '[',
  '[template a[x] [a [x]][x][x]]\n[a 1]\n',
  '[template a[x] [x][x][x]]\n[a [a [a [a [a [a 1]]]]]]\n',
  '[template a',
  '[note [',
  "'''",
  '``',
  '```a``',
  '`a\n',
  '[/',
  ']',
  '\n    a\n\n[x',
  '\n \n ',
  '[table [[',
  '*a /b =c _d ',
  '__a',
  '[section a]\n',
])('reads a hostile manual of %j in linear time', async (part) => {
  const clock = startCpuClock();
  await shown(part.repeat(200_000 / part.length));
  expect(clock()).toBeLessThan(5);
});
