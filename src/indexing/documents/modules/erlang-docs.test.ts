import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';
import { toSnippets } from '../snippets/snippets.ts';
import { erlangToMarkdown } from './erlang-docs.ts';
import { edocPageFilter, hasErlangDocs } from './erlang-file.ts';

const page = (content: string, path = 'src/saw.erl') => ({
  path,
  content,
  format: 'markdown' as const,
  hash: '',
});
const shown = (content: string): string => erlangToMarkdown(content.split('\n')).join('\n');

const attributes = String.raw`%% Copyright Ann
-module(saw).
-moduledoc """
Cuts "wood", 1.5 times. % no comment

    saw:cut(oak).

## Care
Oil it.
""".
-export([cut/2, oil/0, 'Odd'/1, stop/1]).
-export([sharpen/1]).

-doc "A kind of \"wood\".".
-type wood() :: oak | {other, string()}.
-type depth() :: 1..9.

-doc """
Cuts wood.
""".
-doc #{since => "2.0", deprecated => "Use chop/1."}.
-spec cut(wood(), depth()) -> ok.
cut(oak, $.) -> ok;
cut({other, "a. b"}, [_, _]) ->
    %% not a text.
    ok.

?DOC("Oils.").
-spec oil() -> ok. oil() -> ok.

-doc false.
stop(_) -> ok.

-doc "Not exported.".
hidden() -> ok.

-doc #{equiv => cut(W, 1)}.
'Odd'(W) -> cut(W, 1).

sharpen(_) -> ok.

-doc "Starts.".
-callback start(Wood :: wood()) -> ok.
`;

test('a module of Erlang is a page with a section for each exported definition with a text', async () => {
  const document = await parseDocument(page(attributes));
  expect(document.title).toBe('saw');
  expect(document.sections.map(({ headings, anchor }) => [headings.join(' > '), anchor])).toEqual([
    ['saw', 'L1'],
    ['saw > Care', 'care'],
    ['saw > t:wood/0', 'L15'],
    ['saw > cut/2', 'L23'],
    ['saw > oil/0', 'L29'],
    ['saw > Odd/1', 'L38'],
    ['saw > start/1', 'L43'],
    ['saw > Types', 'types'],
  ]);
  const text = flat(document);
  expect(text).toContain('Cuts "wood", 1.5 times. % no comment\n\n«erlang|saw:cut(oak).»');
  expect(text).toContain('A kind of "wood".');
  expect(text).toContain('«erlang|-spec cut(wood(), depth()) -> ok.»');
  expect(text).toContain('**Deprecated:** Use chop/1.');
  expect(text).toContain("«erlang|'Odd'(W)»\n\nEquivalent to `cut(W, 1)`.");
  expect(text).toContain('«erlang|-type depth() :: 1..9.»');
  expect(text).not.toMatch(/Copyright|Not exported|stop|sharpen/);
});

const comments = [
  '%%%-----',
  '%%% @author Ann',
  '%%% @doc Cuts <b>wood</b>, see {@link cut/2. the cut} and {@link oil}.',
  '%%%',
  '%%% == Care ==',
  "%%% <ul><li>Oil `it'.</li></ul>",
  '%%% ```',
  '%%%   saw:cut(oak).',
  "%%% '''",
  '%%% @end',
  '%%%-----',
  '-module(saw).',
  '-compile([export_all]).',
  '',
  '-type wood() :: oak.',
  "%% What to cut, such as `oak'.",
  '',
  '-type depth() :: 1..9. %% How deep',
  '',
  '%% API',
  '%% @doc Cuts @@ once.',
  '%% <pre>',
  '%%   cut(a &amp; b)',
  '%% </pre>',
  '%% @param Wood is',
  '%%   cut',
  '%% @returns ok',
  '%% @see oil/0',
  '%% @end',
  '%%====',
  '-spec cut(wood(), depth()) -> ok.',
  'cut(Wood, _) -> ok.',
  '',
  '%% @private',
  '%% @doc No.',
  'stop() -> ok.',
  '',
  '%% Only a comment.',
  'oil() -> ok.',
  '',
  '%% @equiv cut(Wood, 1)',
  'cut(Wood) -> cut(Wood, 1).',
].join('\n');

test('comments of EDoc are the text of a module of Erlang', async () => {
  const document = await parseDocument(page(comments));
  const text = flat(document);
  expect(document.sections.map(({ headings }) => headings.join(' > '))).toEqual([
    'saw',
    'saw > Care',
    'saw > t:wood/0',
    'saw > t:depth/0',
    'saw > cut/2',
    'saw > cut/1',
  ]);
  expect(text).toContain('Cuts **wood**, see the cut and `oil`.');
  expect(text).toContain('- Oil `it`.\n\n«erlang|saw:cut(oak).»');
  expect(text).toContain('What to cut, such as `oak`.');
  expect(text).toContain('How deep');
  expect(text).toContain('Cuts @ once.\n\n«erlang|cut(a & b)»');
  expect(text).toContain('Parameters:\n\n- `Wood`: is cut\n\nReturns: ok\n\nSee: `oil/0`');
  expect(text).toContain('«erlang|cut(Wood)»\n\nEquivalent to `cut(Wood, 1)`.');
  expect(text).not.toMatch(/Ann|API|No\.|Only a comment|====/);
});

test('the title of a function of Erlang names its module', async () => {
  const titles = toSnippets(await parseDocument(page(attributes))).map(({ title }) => title);
  expect(titles).toContain('cut/2 - saw');
});

test('a module of Erlang that its author hides is no document', () => {
  const module = '-module(saw).\n-moduledoc false.\n-export([a/0]).\n-doc "A.".\na() -> 1.\n';
  expect(shown(module)).toBe('');
  expect(shown('%% @hidden\n%% @doc A.\n-module(saw).\n')).toBe('');
  expect(hasErlangDocs(attributes)).toBe(true);
  expect(hasErlangDocs(comments)).toBe(true);
  expect(hasErlangDocs('-module(saw).\n-moduledoc false.\n%% A comment.\n')).toBe(false);
});

test('the overview of an application of Erlang is a page', async () => {
  const lines = [
    '%% @author Ann',
    '%% @title The saw',
    "%% @doc Cuts `wood'.",
    '%%',
    '%% == Use ==',
  ];
  const document = await parseDocument(
    page([...lines, '%% Well.'].join('\n'), 'doc/overview.edoc'),
  );
  expect(document.title).toBe('The saw');
  expect(flat(document)).toContain('Cuts `wood`.');
});

test('pages that EDoc made of a module of Erlang are no documents', () => {
  const filter = edocPageFilter(['src/saw.erl']);
  expect(filter('doc/saw.md', Buffer.from('\n\n# Module saw #\n* [Description]'))).toBe(true);
  expect(filter('doc/oil.md', Buffer.from('# Module oil #\n'))).toBe(false);
  expect(filter('doc/saw.md', Buffer.from('# The saw\n'))).toBe(false);
});

test('reads hostile modules of Erlang in linear time', () => {
  const parts = [
    '"""\n',
    '%% @doc {@link ',
    '%% ```',
    "%% `a ''",
    '-type a() :: (',
    '-doc """\n"""".\n',
    'a() -> "',
    `${'"'.repeat(9000)}\n`,
    '%% <pre ',
    `%% @doc {@link${' '.repeat(5000)}\n`,
  ];
  const cpuSeconds = startCpuClock();
  for (const part of parts) {
    shown(`%% @doc A\n-module(saw).\n${part.repeat(Math.ceil(300_000 / part.length))}`);
  }
  expect(cpuSeconds()).toBeLessThan(4);
});
