import { expect, test } from 'vitest';
import { codes, section, text } from '../../../../test/support/sections.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';

const content = `require "json"

# Saws of a shop.
module Shop
  # A saw.
  #
  # \`\`\`
  # saw = Shop::Saw.new(3)
  # \`\`\`
  @[Deprecated]
  class Saw(T) < Tool
    # Not of the line below.

    include Oil

    # Teeth of most saws.
    TEETH = 3

    # Teeth per inch.
    property teeth : Int32 = 3

    # Number of saws.
    class_getter count : Int32 do
      1
    end

    # Makes a saw.
    def initialize(@teeth : Int32,
                   name : String = "(")
      # Inner.
      def hidden
      end
    end

    # Cuts a board.
    def cut(board : Board) : Array(Board)
      [board]
    end

    # :ditto:
    def cut(board : String, & : Board ->)
    end

    # Finds a saw.
    def self.find?(id); nil; end

    # Compares.
    def ==(other : self)
    end

    # :nodoc:
    def sell
    end

    # Hidden.
    private def dry
    end

    # ameba:disable Style/Saws
    def bare
    end
  end

  # :nodoc:
  class Store
    # Hidden, too.
    def open
    end
  end

  # Kinds of saws.
  enum Kind
    # With a bow.
    Bow
    Hand = 2

    # Whether it bends.
    def bends?
    end
  end

  # Wrong.
  class Error < Exception; end

  # A place.
  record Place, x : Int32, y : Int32

  # Makes cutters.
  macro cutter(name)
  end
end
`;

test('declarations of Crystal have their doc comments', async () => {
  expect(await symbolsOf('src/shop/saw.cr', content)).toEqual([
    ['Shop', 'module Shop'],
    ['Shop::Saw', 'class Saw(T) < Tool'],
    ['Shop::Saw::TEETH', 'TEETH = 3'],
    ['Shop::Saw#teeth', 'property teeth : Int32 = 3'],
    ['Shop::Saw.count', 'class_getter count : Int32'],
    ['Shop::Saw.new', 'def initialize(@teeth : Int32,\n               name : String = "(")'],
    ['Shop::Saw#cut', expect.stringContaining('def cut(board : Board) : Array(Board)')],
    ['Shop::Saw.find?', 'def self.find?(id)'],
    ['Shop::Saw#==', 'def ==(other : self)'],
    ['Shop::Kind', 'enum Kind\n  # With a bow.\n  Bow\n  Hand = 2\nend'],
    ['Shop::Kind#bends?', 'def bends?'],
    ['Shop::Error', 'class Error < Exception'],
    ['Shop::Place', 'record Place, x : Int32, y : Int32'],
    ['Shop.cutter', 'macro cutter(name)'],
  ]);
});

test('a comment of Crystal is Markdown, and its code is Crystal', async () => {
  const saw = section(await parseSource('src/shop/saw.cr', content), 'Shop::Saw');
  expect(text(saw)).toContain('A saw.');
  expect(codes(saw)).toContainEqual({
    kind: 'code',
    language: 'crystal',
    code: 'saw = Shop::Saw.new(3)',
  });
});

test.each(['spec/shop/saw_spec.cr', 'spec/support/saw.cr', 'examples/src/saw_spec.cr', 'saw.cr'])(
  'what is no part of a shard of Crystal is not shown: %s',
  async (path) => {
    expect((await parseSource(path, content)).sections).toEqual([]);
  },
);

test.each([
  ['comments', `${'# Saw.\n'.repeat(100_000)}class Saw\nend\n`],
  ['heads', '# Saw.\ndef cut(\n'.repeat(1_900)],
  ['bodies', `# Saw.\ndef a ${';'.repeat(400_000)}end\n${'# Oil.\n\n'.repeat(60_000)}`],
  ['types', '# Saw.\nmodule A\n'.repeat(50_000)],
  ['values', '# Saw.\nenum A\n  B\n'.repeat(30_000)],
])('many %s of Crystal take linear time', async (_, hostile) => {
  const seconds = startCpuClock();
  await parseSource('src/saw.cr', hostile);
  expect(seconds()).toBeLessThan(3);
});
