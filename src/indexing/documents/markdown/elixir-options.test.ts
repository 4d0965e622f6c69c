import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { elixirToMarkdown } from './elixir-docs.ts';

/** Returns the lines below the text `Cut.` of a function, in a module with these lines before it. */
function below(shown: string, ...lines: string[]): string[] {
  const page = elixirToMarkdown([
    'defmodule Saw do',
    ...lines,
    '  @doc """',
    '  Cut.',
    ...shown.split('\n').map((line) => `  ${line}`),
    '  """',
    '  def cut(wood), do: wood',
    'end',
  ]);
  return page.slice(page.indexOf('Cut.') + 1);
}

const schema = `  opts = [
    depth: [
      required: true,
      type: {:or, [:integer, nil]},
      doc: """
      How deep. A plank:

        * is thin
      """
    ],
    # How it looks.
    oil: [type: :string, type_doc: "a \\"kind\\"", default: "olive", doc: "What " <> "oil."],
    teeth: [type: :keyword_list, keys: [size: [type: :float, default: 1.0e-4]]],
    hidden: [doc: false]
  ]
  @schema NimbleOptions.new!(opts)
  opts = [later: [doc: "Not of the schema."]]`.split('\n');

test('the options of a schema are shown where a text of Elixir writes them', () => {
  expect(below('#{NimbleOptions.docs(@schema)}\n\nEnd.', ...schema)).toEqual([
    '* `:depth` (`{:or, [:integer, nil]}`) - Required. How deep. A plank:',
    '',
    '    * is thin',
    '',
    '* `:oil` (a "kind") - What oil. The default value is `"olive"`.',
    '',
    '* `:teeth` (`:keyword_list`)',
    '',
    '  * `:size` (`:float`) - The default value is `1.0e-4`.',
    '',
    '',
    'End.',
  ]);
});

test('a schema of Elixir has the options of those that it joins, and none if a program chooses them', () => {
  const options = [
    '  @shared [',
    '    a: [doc: "A."]',
    '  ]',
    '  @schema @shared ++ [b: [doc: "B."]]',
    '  @merged [c: [doc: "C."]]',
    '          |> Spark.Options.merge(@shared, "Shared")',
    '  @taken Keyword.take(@shared, [:a])',
  ];
  const names = (name: string): string[] =>
    below(`#{Spark.Options.docs(${name})}`, ...options).filter((line) => line.startsWith('*'));
  expect(names('@schema')).toEqual(['* `:a` - A.', '* `:b` - B.']);
  expect(names('@merged')).toEqual(['* `:c` - C.', '* `:a` - A.']);
  expect(names('@taken')).toEqual([]);
});

test('a text of Elixir shows numbers, atoms and texts of its module, and no line that only other code knows', () => {
  const constants = [
    '  @time 200',
    '  @kind :oak',
    '  @oil "olive"',
    '  @sizes Enum.map([1], & &1)',
  ];
  expect(below('Up to #{@time} of #{@kind}, #{@sizes}, #{x}.', ...constants)).toEqual([
    'Up to 200 of :oak, #{@sizes}, #{x}.',
  ]);
  expect(below('#{@oil}\n#{inspect(@oil)}\n#{Oil.docs()}', ...constants)).toEqual([
    'olive',
    '"olive"',
    '',
  ]);
  expect(below('As \\#{@oil}.', ...constants)).toEqual(['As #{@oil}.']);
});

test('reads hostile constants of Elixir in linear time', () => {
  const cpuSeconds = startCpuClock();
  const shown = Array.from({ length: 1_000 }, (_, at) => `#{A.docs(@a${at % 9})}`).join('\n');
  const named = Array.from({ length: 9 }, (_, at) => {
    const others = Array.from({ length: 500 }, () => ` ++ @a${(at + 8) % 9}`).join('');
    return `  @a${at} [${'['.repeat(5_000)}${'x"""\n'.repeat(3_000)}]${others}`;
  });
  below(shown, ...named.flatMap((one) => one.split('\n')));
  expect(cpuSeconds()).toBeLessThan(5);
});
