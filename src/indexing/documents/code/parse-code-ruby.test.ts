import { describe, expect, test } from 'vitest';
import { codes, flat, names, section, text } from '../../../../test/support/sections.ts';
import { parseSource as parse } from '../../../../test/support/source-code.ts';
import type { ParsedDocument } from '../document.ts';

async function ofMethod(comment: string, method = 'def cut(wood)\nend'): Promise<ParsedDocument> {
  const lines = comment.replace(/^/gm, '# ').replace(/ +$/gm, '');
  return parse('lib/saw.rb', `class Saw\n${lines}\n${method}\nend\n`);
}

describe('symbols of Ruby', () => {
  const source = `# frozen_string_literal: true

# Copyright (c) 2024 The Authors

# Tools for wood.
module Shop
  # A saw cuts.
  class Saw < Tool # keeps its blade
    # The most teeth of a blade.
    MAX_TEETH = 40
    COUNT = 3

    # The teeth of the blade, which you can change.
    attr_accessor :teeth
    attr_reader :name, :size

    class << self
      # Opens the shop. It waits for people who bring wood to the saw, until the shop closes late in the evening.
      def open(path, mode: :fast)
        new(path)
      end

      private

      # Hidden.
      def hidden; end
    end

    # Creates a saw.
    def initialize(path, teeth = 3)
    end

    # Cuts.
    def cut!(wood, *rest, **options, &block) = saw(wood)

    # Is hidden by RDoc.
    def internal # :nodoc:
    end

    # @api private
    def for_us; end

    # Hidden below.
    def helper; end
    private :helper

    private def inline; end

    # An error.
    class Error < StandardError; end

    private

    # Is private.
    def blade; end

    # The place of a blade.
    Place = Struct.new(:x, :y) do
      # Moves it.
      def move; end
    end
  end

  # Hidden with all inside. :nodoc: all
  class Inner # :nodoc: all
    # Hidden.
    class Deep; end
  end
end
`;

  test('are public classes, modules, methods, attributes and constants under the names that users write', async () => {
    const document = await parse('gems/shop/lib/shop/saw.rb', source);
    expect(document.title).toBe('shop/saw');
    expect(names(document)).toEqual([
      'Shop',
      'Shop::Saw',
      'Shop::Saw.open',
      'Shop::Saw::Error',
      'Shop::Saw::Place',
    ]);
    expect(text(section(document, 'Shop'))).toBe('Tools for wood.\n');
  });

  test('a class lists its public members with the beginnings of their comments', async () => {
    const document = await parse('lib/shop/saw.rb', source);
    expect(codes(section(document, 'Shop::Saw'))[0]!.code).toBe(`class Shop::Saw < Tool
    # The most teeth of a blade.
    MAX_TEETH = 40
    # The teeth of the blade, which you can change.
    attr_accessor :teeth
    attr_reader :name, :size
    # Opens the shop.
    def self.open(path, mode: :fast)
    # Creates a saw.
    def initialize(path, teeth = 3)
    # Cuts.
    def cut!(wood, *rest, **options, &block)
end`);
    expect(codes(section(document, 'Shop::Saw::Place'))[0]!.code).toBe(
      'Place = Struct.new(:x, :y) do\n    # Moves it.\n    def move\nend',
    );
  });

  test.each([
    ['a constructor', 'def initialize(a)\nend', 'Saw.new'],
    ['an operator', 'def <=>(other)\nend', 'Saw#<=>'],
    ['a class method', 'def self.cut(wood)\nend', 'Saw.cut'],
    ['a function of the module', 'module_function def cut(wood)\nend', 'Saw.cut'],
    ['an attribute', 'attr_writer :teeth', 'Saw#teeth='],
    ['several attributes', 'attr_reader :teeth, :size', 'Saw#teeth, size'],
    ['an alias', 'alias saw cut', 'Saw#saw'],
    ['an alias by a method', 'alias_method :saw, :cut', 'Saw#saw'],
    ['a method with a type', 'sig { returns(Wood) }\ndef cut\nend', 'Saw#cut'],
  ])('%s has the name %s', async (_, method, name) => {
    const comment =
      'Cuts it.\n\nThe wood must be dry, because the blade of the saw would get stuck in it otherwise, and break.';
    expect(names(await ofMethod(comment, method)).at(-1)).toBe(name);
  });

  test('a method in a condition is read', async () => {
    const document = await parse(
      'lib/a.rb',
      'class Saw\nif old?\n# Cuts.\ndef cut; end\nend\nend\n',
    );
    expect(codes(section(document, 'Saw'))[0]!.code).toContain('# Cuts.\n    def cut\n');
  });

  test.each([
    ['the nearest comment', '# Settings of a tool.\n\n# A saw.\nclass Saw; end\n'],
    ['a comment one blank line above', '# A saw.\n\nclass Saw; end\n'],
  ])('a class has %s', async (_, content) => {
    expect(text(section(await parse('lib/a.rb', content), 'Saw'))).toBe('A saw.\n');
  });

  test.each([
    ['a license', '# This is free.\n# See the LICENSE.\n\nclass Saw; end\nclass Axe; end\n'],
    ['a comment two lines above', '# A saw.\n\n\nclass Saw < Tool; end\nclass Axe < Tool; end\n'],
    ['a setting', '# frozen_string_literal: true\nclass Saw < Tool; end\nclass Axe < Tool; end\n'],
  ])('%s is no comment of a class', async (_, content) => {
    expect(flat(await parse('lib/a.rb', content))).not.toMatch(/#|This/);
  });

  test('a comment that says nothing to a reader gives a method no section', async () => {
    const document = await ofMethod('@version 2.0\n@api public\n@!macro cuts');
    expect(names(document)).toEqual([]);
  });

  test('a file with one undocumented class is left out', async () => {
    const content = 'class Saw < Tool\n  def cut; end\nend\n';
    expect((await parse('lib/a.rb', content)).sections).toEqual([]);
  });

  test.each([
    'spec/saw_spec.rb',
    'test/saw_test.rb',
    'lib/saw_spec.rb',
    'Guardfile.rb',
    'lib/generators/templates/saw.rb',
  ])('%s is no part of a gem', async (path) => {
    expect((await parse(path, '# A saw.\nclass Saw; end\n')).sections).toEqual([]);
  });

  test('an example is shown whole', async () => {
    const document = await parse(
      'examples/cut.rb',
      "# frozen_string_literal: true\n\nrequire 'saw'\n\nSaw.new.cut\n",
    );
    expect(document.title).toBe('Example: cut');
    expect(flat(document)).toBe("«ruby|require 'saw'\n\nSaw.new.cut»");
  });

  test('what stands between :stopdoc: and :startdoc: is left out', async () => {
    const document = await parse(
      'lib/a.rb',
      'class Saw\n# :stopdoc:\n\n# A.\ndef a; end\n# :startdoc:\n\n# B.\ndef b; end\nend\n',
    );
    expect(codes(section(document, 'Saw'))[0]!.code).toBe('class Saw\n    # B.\n    def b\nend');
  });

  test('comments declare methods that no statement shows', async () => {
    const document = await parse(
      'lib/a.rb',
      `class Saw
  ##
  # :singleton-method: build
  # Builds a saw from the parts that are in the box, and sharpens it. It does not paint the handle, though.

  # @!method cut(wood)
  #   Cuts the wood.
  #   @param wood [Wood] what to cut
  # @!attribute [r] teeth
  #   @return [Integer] the number of teeth
  define :cut, :teeth

  ##
  # :attr_accessor:
  # Logs all that the saw does, with the time and the wood, so that nobody has to ask afterwards who it was.
  config :logger
end
`,
    );
    expect(names(document)).toEqual(['Saw', 'Saw.build', 'Saw#cut', 'Saw#teeth', 'Saw#logger']);
    expect(flat({ ...document, sections: [section(document, 'Saw#cut')] })).toBe(
      'Cuts the wood.\n\nParameters:\n\n- `wood` (`Wood`): what to cut\n\n«ruby|def cut(wood)»',
    );
    expect(codes(section(document, 'Saw#logger'))[0]!.code).toBe('attr_accessor :logger');
  });
});

describe('RDoc', () => {
  const cases: [what: string, comment: string, shown: string][] = [
    [
      'indented lines are code',
      'Cuts the wood:\n  saw.cut(wood)\n\n    now\nDone.',
      'Cuts the wood:\n\n«ruby|saw.cut(wood)\n\n  now»\n\nDone.',
    ],
    [
      'words between plus signs are code',
      'Takes +nil+ or <tt>:a b</tt>, 1 + 2 + 3.',
      'Takes `nil` or `:a b`, 1 + 2 + 3.',
    ],
    ['titles', 'A.\n\n== The blade\n\nIt cuts.', 'A.\n\n**The blade**\n\nIt cuts.'],
    [
      'lists with labels',
      'Options:\n:size :: The size,\n         in inches.\n[color]\n  The color.',
      'Options:\n- `:size`: The size,\n  in inches.\n- **color**\n  The color.',
    ],
    [
      'code below a list with labels',
      ':a :: One.\n:b :: Two.\n\n  cut(1)\n  cut(2)',
      '- `:a`: One.\n- `:b`: Two.\n\n«ruby|cut(1)\ncut(2)»',
    ],
    ['an indented list', 'A:\n\n  * a\n  b\n  * c', 'A:\n\n- a\n  b\n- c'],
    ['words with a slash', '+a+/+b+', '`a`/`b`'],
    ['lists in lists', '* a\n  * b\n* c\n  d', '- a\n  - b\n- c\n  d'],
    [
      'links',
      'See {the site}[https://a.org/b], Saw[rdoc-ref:Saw], rdoc-ref:Saw#cut and Saw@The+blade.',
      'See [the site](https://a.org/b), `Saw`, `Saw#cut` and Saw.',
    ],
    ['names that must not become links', 'Call \\Saw or \\#cut.', 'Call Saw or #cut.'],
    ['what is for other tools', 'A.\n--\nNot this.\n++\nB.\nrubocop:disable all', 'A.\nB.'],
    [
      'tags of HTML that the text is about',
      'Adds <body> to <b>all</b> pages.',
      'Adds <body> to **all** pages.',
    ],
    [
      'blocks of Markdown',
      'A:\n\n```sh\ncut `a`\n```\n\n# B\n\nc',
      'A:\n\n«sh|cut `a`»\n\n**B**\n\nc',
    ],
  ];

  test.each(cases)('shows %s', async (_, comment, shown) => {
    const filler =
      'It is one of the oldest tools of all, and people have used it for a very long time by now, in all places.';
    const document = await ofMethod(`${comment}\n\n${filler}`);
    const written = flat({ ...document, sections: [section(document, 'Saw#cut')] });
    const without = written
      .replace(filler, '')
      .replace('«ruby|def cut(wood)»', '')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    expect(without).toBe(shown);
  });

  test.each([
    ['below', ':call-seq:\n  cut(wood) -> Board\n  cut(wood) { |board| } -> nil\n\nCuts the wood.'],
    [
      'below without an end',
      'Cuts the wood.\n\ncall-seq:\n  cut(wood) -> Board\n  cut(wood) { |board| } -> nil',
    ],
  ])('calls %s are the signature', async (_, comment) => {
    const document = await ofMethod(comment);
    expect(codes(section(document, 'Saw'))[0]!.code).toBe(
      'class Saw\n    # Cuts the wood.\n    cut(wood) -> Board\n    cut(wood) { |board| } -> nil\nend',
    );
  });
});

describe('YARD', () => {
  test('shows tags as lists, and examples as code with their titles', async () => {
    const document = await ofMethod(
      `Cuts {Wood#board a board} from {Wood}.

@example Cut a {Wood}
  saw.cut(wood) do |board|
    @boards << board
  end
@param wood [Wood, Array<Wood>] what to cut,
  if it is dry
@param [Hash] options the options
@option options [Boolean] :fast (false) whether to hurry
@option options :hot [Boolean] whether it burns
@yield [board] once for each board
@yieldparam board [Board] one of them
@return [void]
@raise [StuckError] if the blade is stuck
@raise [ArgumentError]
@see Wood#board
@see https://example.org the site
@note Wear gloves.
@since 2.0
@api public
@!macro [attach] cuts`,
    );
    expect(flat({ ...document, sections: [section(document, 'Saw#cut')] }))
      .toBe(`Cuts a board from \`Wood\`.

Note: Wear gloves.

Parameters:

- \`wood\` (\`Wood, Array<Wood>\`): what to cut, if it is dry
- \`options\` (\`Hash\`): the options

Options of \`options\`:

- \`:fast\` (\`Boolean\`, default \`false\`): whether to hurry
- \`:hot\` (\`Boolean\`): whether it burns

Yields \`board\`: once for each board

The block takes:

- \`board\` (\`Board\`): one of them

See: \`Wood#board\`

See: https://example.org the site

Since: 2.0

Raises:

- \`StuckError\`: if the blade is stuck
- \`ArgumentError\`

«ruby|def cut(wood)»

«ruby|Cut a Wood|saw.cut(wood) do |board|
  @boards << board
end»`);
  });

  test('shows each signature of an overloaded method with its text', async () => {
    const document = await ofMethod(
      '@overload cut(wood)\n  Cuts wood.\n  @param wood [Wood] it\n@overload cut(tree, times)\n  Cuts a tree.',
    );
    expect(flat({ ...document, sections: [section(document, 'Saw#cut')] })).toBe(
      '**`cut(wood)`**\n\nCuts wood.\n\nParameters:\n\n- `wood` (`Wood`): it\n\n**`cut(tree, times)`**\n\nCuts a tree.\n\n«ruby|def cut(wood)\ndef cut(tree, times)»',
    );
  });
});
