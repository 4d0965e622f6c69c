import { expect, test } from 'vitest';
import { parseDocument } from '../parse.ts';
import { toSnippets } from '../snippets/snippets.ts';
import { elixirToMarkdown } from './elixir-docs.ts';
import { hasElixirDocs } from './elixir-file.ts';

const source = `defmodule Tools.Saw do
  @moduledoc ~S"""
  A saw with \`#{teeth}\` teeth.

  ## Usage

      Tools.Saw.cut(saw, :oak)

  * one item

      more of the item
  """

  @moduledoc since: "1.0.0"

  @typedoc "A saw."
  @type t :: %__MODULE__{teeth: integer}

  @doc """
  Cuts \\"wood\\" of a kind.

  ## Options

    * \`:depth\` - how deep

  \`\`\`elixir
  # A comment
  cut(saw)
  \`\`\`
  """
  @doc since: "1.2.0"
  @spec cut(t, atom) :: :ok
  @spec cut(
          t,
          atom,
          keyword
        ) :: :ok
  def cut(
        %__MODULE__{teeth: [_ | _]} = saw,
        kind,
        opts \\\\ []
      )
      when is_atom(kind) do
    run(saw, kind, opts)
  end

  def run(saw, _, _), do: saw

  @doc false
  def hidden(saw), do: saw

  @doc "Compares two saws."
  def left <~> right, do: left == right

  @doc "Opens a saw by its name."
  defdelegate open(name), to: Tools.Shop

  @doc "Returns whether a saw is sharp."
  defmacro sharp?(saw) do
    quote(do: unquote(saw))
  end

  defmodule Inner do
    @moduledoc false
    @doc "Never shown."
    def inner, do: 1
  end

  defmodule Blade do
    @moduledoc "Cuts."
  end

  @doc "Ends."
  def stop, do: :ok

  defimpl Inspect do
    @doc "Never shown either."
    def inspect(saw, _), do: saw
  end
end

defprotocol Tools.Cutter do
  @doc "Starts."
  @callback start(tool :: Saw.t(), opts()) :: :ok
end
`;

const page = { path: 'lib/tools/saw.ex', content: source, format: 'markdown' as const, hash: '' };

test('a module of Elixir is a page with a section for each definition with a text', async () => {
  const { title, sections } = await parseDocument(page);
  expect(title).toBe('Tools.Saw');
  expect(sections.map(({ headings }) => headings.join(' > '))).toEqual([
    'Tools.Saw',
    'Tools.Saw > Usage',
    'Tools.Saw > t:t',
    'Tools.Saw > cut(saw, kind, opts)',
    'Tools.Saw > cut(saw, kind, opts) > Options',
    'Tools.Saw > left <~> right',
    'Tools.Saw > open(name)',
    'Tools.Saw > sharp?(saw)',
    'Tools.Saw > stop()',
    'Tools.Saw.Blade',
    'Tools.Cutter',
    'Tools.Cutter > start(tool, opts)',
  ]);
});

test('a definition of Elixir shows its specifications and its head, and links to its line', async () => {
  const snippets = toSnippets(await parseDocument(page));
  const cut = snippets.find(({ title }) => title.startsWith('cut('));
  const line = source.split('\n').indexOf('  def cut(') + 1;
  expect(cut).toMatchObject({ anchor: `L${line}` });
  const [code] = cut!.kind === 'code' ? cut!.codeList : [];
  expect(code).toMatchObject({
    language: 'elixir',
    code: [
      '@spec cut(t, atom) :: :ok',
      '@spec cut(',
      '        t,',
      '        atom,',
      '        keyword',
      '      ) :: :ok',
      'def cut(',
      '      %__MODULE__{teeth: [_ | _]} = saw,',
      '      kind,',
      '      opts \\\\ []',
      '    )',
    ].join('\n'),
  });
});

test('the text of a module of Elixir keeps its code and its lists', () => {
  const shown = elixirToMarkdown(source.split('\n')).join('\n');
  expect(shown).toContain('A saw with `#{teeth}` teeth.');
  expect(shown).toMatch(/`{3,}elixir\nTools\.Saw\.cut\(saw, :oak\)\n`{3,}/);
  expect(shown).toContain('* one item\n\n    more of the item');
  expect(shown).toContain('Cuts "wood" of a kind.');
  expect(shown).toContain('\n# A comment\n');
  expect(shown).not.toContain('Never shown');
});

test('the module that a file of Elixir is named for is its page, also below an error', async () => {
  const content = `defmodule Tools.Saw.OilError do
  @moduledoc "No oil."
end

defmodule Tools.Saw do
  @moduledoc "A saw."

  @doc "Cuts."
  def cut(wood), do: wood
end
`;
  const { title, sections } = await parseDocument({
    path: 'apps/shop/lib/tools/saw.ex',
    format: 'markdown',
    content,
    hash: '',
  });
  expect(title).toBe('Tools.Saw');
  expect(sections.map(({ headings }) => headings.join(' > '))).toEqual([
    'Tools.Saw',
    'Tools.Saw > cut(wood)',
    'Tools.Saw.OilError',
  ]);
});

test('a function of Elixir whose name is a part of its keyword shows its parameters', () => {
  const shown = elixirToMarkdown(
    'defmodule A do\n  @doc "Ends."\n  def e(saw, opts), do: 1\nend'.split('\n'),
  );
  expect(shown).toContain('## e(saw, opts) {#L3}');
});

test('a text of Elixir between single quotes is read, and what it quotes is none', () => {
  const lines = [
    "  @moduledoc ~S'''",
    '  Saws.',
    '',
    '      @doc """',
    '      Cut.',
    '      """',
    '      def cut(wood)',
    "  '''",
  ];
  expect(elixirToMarkdown(['defmodule Saw do', ...lines, '  def other(wood)', 'end'])).toEqual([
    '',
    '# Saw',
    '',
    'Saws.',
    '',
    expect.stringMatching(/^`+elixir$/),
    '@doc """',
    'Cut.',
    '"""',
    'def cut(wood)',
    expect.stringMatching(/^`+$/),
  ]);
  expect(hasElixirDocs("  @moduledoc ~S'''\n")).toBe(true);
});

test('a definition of Elixir says that it is deprecated', () => {
  const lines = [
    '  @doc "Cut."',
    '  @deprecated "Use chop/1."',
    '  def cut(wood)',
    '  @doc "Chop."',
  ];
  const page = elixirToMarkdown(['defmodule Saw do', ...lines, '  def chop(wood)', 'end']);
  const sections = page.join('\n').split('## ');
  expect(sections[1]).toContain('**Deprecated:** Use chop/1.\n\nCut.');
  expect(sections[2]).not.toContain('Deprecated');
});

test('definitions that a library adds to Elixir are read, but not private ones', () => {
  const of = (head: string): string[] =>
    elixirToMarkdown(['defmodule Saw do', '  @doc "Cut."', `  ${head}`, 'end']);
  expect(of('defn cut(wood) do').join('\n')).toContain('## cut(wood)');
  expect(of('deftransform cut(wood, opts \\\\ []) do').join('\n')).toContain('## cut(wood, opts)');
  for (const head of ['defnp cut(wood) do', 'defexception cut: 1', 'default cut: 1']) {
    expect(of(head)).toEqual([]);
  }
});

test('only a module of Elixir with a text has documentation', () => {
  expect(hasElixirDocs(source)).toBe(true);
  expect(hasElixirDocs('defmodule A do\n  @moduledoc false\n  @doc since: "1"\nend\n')).toBe(false);
});

test('many texts without an end are no text, and empty lines are read once', () => {
  const lines = Array.from({ length: 100_000 }, () => '  @doc """');
  expect(elixirToMarkdown(['defmodule A do', ...lines])).toEqual([]);
  const empty = Array.from({ length: 300_000 }, () => '');
  const page = ['defmodule A do', '  @moduledoc """', ...empty, '  """'];
  expect(elixirToMarkdown(page)).toHaveLength(300_003);
});

test('the block of a macro is one of its parameters', async () => {
  const content = `defmodule Saw do
  @doc "Cuts with a saw."
  defmacro cut(saw, opts \\\\ [], do: block) do
    quote(do: unquote(block))
  end

  @doc "Oils."
  defmacro oil(do: block) when is_list(block), do: block
end
`;
  const { sections } = await parseDocument({ ...page, path: 'lib/saw.ex', content });
  expect(sections.slice(1).map(({ headings, blocks }) => [headings.at(-1), blocks[0]])).toEqual([
    [
      'cut(saw, opts, do: block)',
      { kind: 'code', language: 'elixir', code: 'defmacro cut(saw, opts \\\\ [], do: block)' },
    ],
    ['oil(do: block)', { kind: 'code', language: 'elixir', code: 'defmacro oil(do: block)' }],
  ]);
});

test('a paragraph in an item of an indented list is no code', async () => {
  const content = `defmodule Saw do
  @moduledoc """
  Options:

    * \`:oil\` - which oil
      to take.

      Any oil of the shop fits.

  Example:

      Saw.cut()
  """
end
`;
  const { sections } = await parseDocument({ ...page, path: 'lib/saw.ex', content });
  expect(sections.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'code')).toEqual([
    { kind: 'code', language: 'elixir', code: 'Saw.cut()' },
  ]);
});
