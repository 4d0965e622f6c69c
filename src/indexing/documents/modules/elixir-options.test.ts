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

test('a component of LiveView shows its attributes and its slots, at their place or at the end', () => {
  const page = (text: string): string[] => {
    const lines = `defmodule Saw do
  @doc """
  ${text}
  """
  attr :size, :string, default: nil, values: ["s", "m"], doc: "How large."
  attr.(:rest, :global,
    doc: """
    The rest.
    """
  )
  attr :secret, :any, doc: false
  slot :handle, required: true do
    attr :wood, :atom, required: true
  end
  slot :inner_block
  def saw(assigns)

  @doc "Another."
  def other(assigns)

  attr :own, :any
  def bare(assigns)

  @doc false
  attr :own, :any
  def hidden(assigns)

  attr :inner, :any
  defp icon(assigns)

  def plain(assigns)
end`.split('\n');
    return elixirToMarkdown(lines).filter((line) => /^(?:#|\*|  \*|Cut|End|\[)/.test(line));
  };
  const attributes = [
    '### Attributes',
    '* `size` (`:string`) - How large. The default value is `nil`. One of `["s", "m"]`.',
    '* `rest` (`:global`) - The rest.',
  ];
  const slots = [
    '### Slots',
    '* `handle` - Required.',
    '  * `wood` (`:atom`) - Required.',
    '* `inner_block`',
  ];
  const head = ['# Saw', '## saw(assigns) {#L16}'];
  const other = '## other(assigns) {#L19}';
  const bare = (line: number): string[] => [
    `## bare(assigns) {#L${line}}`,
    '**Attributes**',
    '* `own` (`:any`)',
  ];
  expect(page('Cut.')).toEqual([...head, 'Cut.', ...attributes, ...slots, other, ...bare(22)]);
  expect(page('[INSERT LVATTRDOCS]\n  End.')).toEqual([
    head[0],
    '## saw(assigns) {#L17}',
    ...attributes,
    ...slots,
    'End.',
    '## other(assigns) {#L20}',
    ...bare(23),
  ]);
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
