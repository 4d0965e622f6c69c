import { describe, expect, test } from 'vitest';
import { codes, flat, names, section, text } from '../../../../test/support/sections.ts';
import { parseSource as parse } from '../../../../test/support/source-code.ts';

/** Returns what a reader sees of a method with this comment. */
async function ofMethod(
  comment: string,
  method = 'public function cut($wood) {}',
): Promise<string> {
  const lines = comment.replace(/^/gm, ' * ').replace(/ +$/gm, '');
  const document = await parse(
    'src/Saw.php',
    `<?php\nclass Saw {\n/**\n${lines}\n */\n${method}\n}\n`,
  );
  return flat({ ...document, sections: [section(document, 'Saw::cut')] });
}

describe('symbols of PHP', () => {
  const source = `<?php

/**
 * This file is part of the shop.
 *
 * @license MIT
 */

declare(strict_types=1);

namespace Acme\\Shop;

use Acme\\Tool;

/**
 * A saw cuts.
 */
#[Attribute(Attribute::TARGET_CLASS)]
final class Saw extends Tool implements Sharp, \\Countable
{
    use Blades;

    /** The most teeth of a blade. */
    public const MAX_TEETH = 40;
    private const SECRET = 1;

    /**
     * The wood that the saw has cut, from the first to the last board. The saw never forgets a board, not even a small one.
     *
     * @var Board[]
     */
    public array $boards = [];
    protected $blade;

    /**
     * Creates a saw.
     */
    public function __construct(
        public readonly int $teeth,
        private string $handle = 'wood',
    ) {
        parent::__construct();
    }

    /**
     * Cuts the wood.
     *
     * @param Wood $wood the wood
     * @throws \\Acme\\StuckException if the blade is stuck
     */
    #[\\ReturnTypeWillChange]
    public static function &cut(Wood $wood, int ...$lengths): ?Board
    {
        return null;
    }

    /**
     * @return int
     */
    public function getTeeth(): int { return $this->teeth; }

    /** {@inheritdoc} */
    public function count(): int { return 1; }

    /** @internal */
    public function forUs() {}

    /** A subclass writes it. */
    abstract protected function sharpen(): void;

    /** Hidden. */
    protected function hidden() {}

    public function __get($name) {}
}

/** What can be sharpened. */
interface Sharp
{
    /** Sharpens. */
    public function sharpen(): void;
}

/** The sizes. */
enum Size: string
{
    /** A small one. */
    case Small = 's';
}

/** Opens the shop. */
function open(string $name): Shop { return new Shop($name); }

if (!function_exists('close')) {
    /** Closes the shop. */
    function close() {}
}

/** The name of the shop. */
const NAME = 'Shop';

/** @internal */
class Inner { /** Hidden. */ public function f() {} }
`;

  test('are public types, members, functions and constants under the names that users write', async () => {
    const document = await parse('src/Saw.php', source);
    expect(document.title).toBe('Acme\\Shop');
    expect(names(document)).toEqual([
      'Saw',
      'Saw::$boards',
      'Saw::cut',
      'Sharp',
      'Size',
      'open',
      'close',
      'NAME',
    ]);
    expect(text(section(document, 'Saw'))).toBe('A saw cuts.\n');
  });

  test('a class lists its public members without their bodies and attributes', async () => {
    const document = await parse('src/Saw.php', source);
    expect(codes(section(document, 'Saw'))[0]!.code)
      .toBe(`final class Saw extends Tool implements Sharp, \\Countable {
    // The most teeth of a blade.
    public const MAX_TEETH = 40;
    // The wood that the saw has cut, from the first to the last board.
    public array $boards = [];
    // Creates a saw.
    public function __construct(
        public readonly int $teeth,
        private string $handle = 'wood',
    );
    public readonly int $teeth;
    // Cuts the wood.
    public static function &cut(Wood $wood, int ...$lengths): ?Board;
    public function getTeeth(): int;
    public function count(): int;
    // A subclass writes it.
    abstract protected function sharpen(): void;
}`);
    expect(codes(section(document, 'Size'))[0]!.code).toBe(
      "enum Size: string {\n    // A small one.\n    case Small = 's';\n}",
    );
    expect(codes(section(document, 'open'))[0]!.code).toBe('function open(string $name): Shop');
  });

  test('a class lists the methods and properties that its comment declares', async () => {
    const document = await parse(
      'src/Saw.php',
      `<?php
/**
 * A saw.
 *
 * @property-read int    $teeth   ${' '.repeat(60)} The teeth.
 * @property string|null $name
 * @method static self open(string $path, array $options = []) Opens it.
 * @method void close()
 */
class Saw {}
`,
    );
    expect(flat(document)).toBe(`A saw.

«php|class Saw {
    // The teeth.
    public readonly int $teeth;
    public string|null $name;
    // Opens it.
    static function open(string $path, array $options = []): self;
    function close(): void;
}»`);
  });

  test('a class begins with the description of its file if that has an example', async () => {
    const document = await parse(
      'src/Saw.php',
      `<?php
/**
 * A saw.
 *
 * Example:
 * <code>
 * <?php
 *    $saw->cut();
 * ?>
 * </code>
 *
 * @license MIT
 */
namespace Acme;

/**
 * A saw.
 *
 * @author Someone
 */
class Saw {}
`,
    );
    expect(flat(document)).toBe(
      'A saw.\n\n«php|class Saw {}»\n\nExample:\n\n«php|   $saw->cut();»',
    );
  });

  test.each([
    'tests/SawTest.php',
    'src/SawTest.php',
    'vendor/acme/Saw.php',
    'resources/views/saw.blade.php',
    'database/migrations/Saw.php',
  ])('%s is no part of the library', async (path) => {
    expect((await parse(path, '<?php\n/** A saw. */\nclass Saw {}\n')).sections).toEqual([]);
  });
});

describe('PHPDoc', () => {
  test('shows tags as lists', async () => {
    expect(
      await ofMethod(
        `Cuts the wood.

@param array<string, Wood|null>|\\Closure(int): Wood $wood the wood,
  if it is dry
@param array{
  size: int,
} $options
@param int ...$more
@template T of Board the kind
@return $this
@throws \\RuntimeException|StuckException if it is stuck
@deprecated 2.0 use {@see Saw::slice()}
@see \\Acme\\Wood::board() for boards
@see https://example.org the site
@link https://example.com
@since 1.2
@psalm-pure
@author Someone <a@example.org>`,
      ),
    ).toBe(`Cuts the wood.

Parameters:

- \`$wood\` (\`array<string, Wood|null>|Closure(int): Wood\`): the wood, if it is dry
- \`$options\` (\`array{ size: int, }\`)
- \`...$more\` (\`int\`)

Type parameters:

- \`T\`: the kind

Returns \`$this\`

Throws:

- \`RuntimeException|StuckException\`: if it is stuck

**Deprecated**: 2.0 use \`Saw::slice()\`

See: \`Acme\\Wood::board()\` for boards

See: [the site](https://example.org)

See: https://example.com

Since: 1.2

«php|public function cut($wood)»`);
  });

  test('shows the keys of an array below it', async () => {
    expect(
      await ofMethod(
        'Cuts.\n\n@param array $args {\n    Optional. What to do.\n\n    @type string $size  The size.\n    @type bool   $fast Whether to hurry.\n}\n@param int $n the number',
      ),
    ).toBe(
      'Cuts.\n\nParameters:\n\n- `$args` (`array`): Optional. What to do.\n  - `$size` (`string`): The size.\n  - `$fast` (`bool`): Whether to hurry.\n- `$n` (`int`): the number\n\n«php|public function cut($wood)»',
    );
  });

  const cases: [what: string, comment: string, shown: string][] = [
    [
      'links',
      'See {@see Saw::cut() the cut}, {@link https://a.org b} and {@see \\Acme\\Wood}.',
      'See the cut, [b](https://a.org) and `Acme\\Wood`.',
    ],
    ['HTML', '<p>One <b>saw</b>.</p>\n<ul><li>a</li>\n<li>b</li></ul>', 'One **saw**.\n\n- a\n- b'],
    [
      'types and tags that the text is about',
      'An array<int> in <body> and `<b>`.',
      'An array<int> in <body> and `<b>`.',
    ],
    ['code in HTML', 'A:\n\n<pre>\n  cut(1 &lt; 2);\n</pre>', 'A:\n\n«php|cut(1 < 2);»'],
    [
      'code in Markdown',
      'A:\n\n```\n<?php\ncut();\n```\n\n    saw();',
      'A:\n\n«php|cut();»\n\n«php|saw();»',
    ],
    ['examples', 'A.\n\n@example\n  cut();', 'A.\n\n«php|cut();»'],
    [
      'annotations for programs',
      'A.\n\n@ORM\\Column(type="string")\n@ORM\\Table(\n  name="a(b)"\n)\n@Required\nB.',
      'A.\n\nB.',
    ],
    ['notes for the team', 'A {@internal not this} b.', 'A  b.'],
  ];

  test.each(cases)('shows %s', async (_, comment, shown) => {
    const filler =
      'It is one of the oldest tools of all, and people have used it for a very long time by now, in all places.';
    const [first = '', ...tags] = comment.split('\n\n@');
    const written = await ofMethod([`${filler}\n\n${first}`, ...tags].join('\n\n@'));
    const without = written.replace(filler, '').replace('«php|public function cut($wood)»', '');
    expect(without.replace(/\n{3,}/g, '\n\n').trim()).toBe(shown);
  });
});
