import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';

test('declarations of Kotlin with KDoc have the names that their users write', async () => {
  const content = `package shop.saws

/** Cuts. */
public abstract class Saw(
  /** The teeth. */
  public val teeth: Int = 3,
) : Tool {
  /** Cuts a [Board.side], see [cut]. \`a[0]\` stays.
   * @param board what to cut
   * @return the parts
   */
  @Throws(IOException::class)
  public suspend fun <T : Board> cut(
    board: T, depth: Int = f("{"),
  ): List<T> {
    /** Local. */
    println("}")
  }
  /** Hidden. */
  private val secret = 1
  companion object {
    /** Makes one. */
    fun of(name: String): Saw = TODO()
  }
}

/** Kinds. */
enum class Kind { /** A bow. */ BOW, /** A hand. */ HAND; }

internal class Inner {
  /** Nobody sees it. */
  fun hidden() {}
}

/** Oils all. */
fun Map<String, Saw>.oil(): Unit = forEach { }
/** Alias. */
typealias Saws = List<Saw>
`;
  expect(await symbolsOf('src/main/kotlin/Saw.kt', content)).toEqual([
    [
      'Saw',
      'public abstract class Saw(\n  /** The teeth. */\n  public val teeth: Int = 3,\n) : Tool',
    ],
    ['Saw.teeth', 'public val teeth: Int'],
    [
      'Saw.cut',
      'public suspend fun <T : Board> cut(\n    board: T, depth: Int = f("{"),\n  ): List<T>',
    ],
    ['Saw.of', 'fun of(name: String): Saw'],
    ['Kind', 'enum class Kind'],
    ['Kind.BOW', 'BOW'],
    ['Kind.HAND', 'HAND'],
    ['Map<String, Saw>.oil', 'fun Map<String, Saw>.oil(): Unit'],
    ['Saws', 'typealias Saws = List<Saw>'],
  ]);
  const document = await parseSource('src/main/kotlin/Saw.kt', content);
  expect(document.title).toBe('shop.saws');
  const text = flat(document);
  expect(text).toContain('Cuts a `Board.side`, see `cut`. `a[0]` stays.');
  expect(text).toContain('- `board`: what to cut');
});

test('public declarations of Swift have the names that their users write', async () => {
  const content = `/// A saw.
///
/// - Parameter teeth: many
public struct Saw {
    /// The teeth.
    public private(set) var teeth: Int { 3 }
    /// Hidden.
    var secret = 1
    /// Makes one.
    @available(iOS 15, *)
    public init?(_ name: String = "{") throws where T: Wood {
    }
}
public extension Saw {
    /// Cuts.
    func cut(board: Board) -> [Board] { [] }
}
/// A tool.
public protocol Tool {
    /// Oils it.
    func oil()
}
/// Kinds.
public enum Kind {
    /// A bow.
    case bow
}
struct Inner {
    /// Nobody sees it.
    public func hidden() {}
}
`;
  expect(await symbolsOf('Sources/Saws/Saw.swift', content)).toEqual([
    ['Saw', 'public struct Saw'],
    ['Saw.teeth', 'public private(set) var teeth: Int'],
    ['Saw.init', 'public init?(_ name: String = "{") throws where T: Wood'],
    ['Saw.cut', 'func cut(board: Board) -> [Board]'],
    ['Tool', 'public protocol Tool'],
    ['Tool.oil', 'func oil()'],
    ['Kind', 'public enum Kind'],
    ['Kind.bow', 'case bow'],
  ]);
  expect((await parseSource('Sources/Saws/Saw.swift', content)).title).toBe('Saws');
});

test('links to symbols in comments of Swift show the names of the symbols', async () => {
  const content = `/// Cuts like \`\`Shop/Saw/cut(_:)-9svqb\`\` and \`\`Board\`\`.
///
/// \`\`\`swift
/// cut("\`\`Board\`\`")
/// \`\`\`
public func cut() {}
`;
  const text = flat(await parseSource('Sources/Saws/Cut.swift', content));
  expect(text).toContain('Cuts like `Saw.cut(_:)` and `Board`.');
  expect(text).toContain('cut("``Board``")');
});

test('declarations of Dart with comments have the names that their users write', async () => {
  const content = `/// {@template saw}
/// A saw, see [Saw.cut].
/// {@endtemplate}
@immutable
class Saw<T> extends Tool {
  /// Makes one.
  const Saw(this.teeth, {Key? key}) : super(key: key);
  /// Makes a large one.
  Saw.large() : this(9);
  /// The teeth.
  final int teeth;
  /// Its length.
  double get length => teeth * 2;
  /// Cuts.
  Future<List<Board>> cut(
    Board board, {
    int depth = 1,
  }) async {
    return ['}'];
  }
  /// What to do then.
  final void Function(Board board)? onCut;
  /// Compares.
  bool operator ==(Object other) => true;
  /// Hidden.
  int _secret = 1;
}

/// Kinds.
enum Kind { /// A bow.
  bow, hand }
/// Reads.
typedef Reader = T Function<T>();
/// All.
final saws = <Saw>[];
`;
  expect(await symbolsOf('lib/src/saw.dart', content)).toEqual([
    ['Saw', 'class Saw<T> extends Tool'],
    ['Saw', 'const Saw(this.teeth, {Key? key})'],
    ['Saw.large', 'Saw.large()'],
    ['Saw.teeth', 'final int teeth'],
    ['Saw.length', 'double get length'],
    ['Saw.cut', 'Future<List<Board>> cut(\n    Board board, {\n    int depth = 1,\n  })'],
    ['Saw.onCut', 'final void Function(Board board)? onCut'],
    ['Saw.operator ==', 'bool operator ==(Object other)'],
    ['Kind', 'enum Kind'],
    ['Kind.bow', expect.stringMatching(/^bow/)],
    ['Reader', 'typedef Reader = T Function<T>()'],
    ['saws', 'final saws'],
  ]);
  expect(flat(await parseSource('lib/src/saw.dart', content))).toContain('A saw, see `Saw.cut`.');
});

test.each(['kt', 'swift', 'dart'])(
  'a hostile source of %s takes little time',
  async (extension) => {
    const lines = [
      '/** a */',
      '/// a',
      '"""',
      "'a",
      '@A(b',
      'class A',
      'class A {\n}',
      '/// a\nclass A',
      '/** a */ fun <a',
      '/// a\n@A @A @A',
      '/// a\nA<A<A a',
      '/// [a.b',
      '/// ```x',
    ];
    const clock = startCpuClock();
    for (const line of lines) {
      const content = Array.from({ length: 200_000 / line.length }, () => line).join('\n');
      const parsing = parseSource(`lib/src/a.${extension}`, content);
      await parsing.catch((error: unknown) => expect(String(error)).toContain('brackets'));
    }
    expect(clock()).toBeLessThan(20);
  },
);

test.each([
  ['kt', 'const val MOST: Int = 3 // Few.', 'const val MOST: Int = 3'],
  ['kt', 'val name = "saw"', 'val name = "saw"'],
  ['kt', 'val saws = listOf(3)', 'val saws'],
  ['kt', 'fun count() = 3', 'fun count()'],
  ['swift', 'public let most: Int = 0x1F', 'public let most: Int = 0x1F'],
  ['swift', 'public var isSharp = true', 'public var isSharp = true'],
  ['dart', "const String name = 'saw';", "const String name = 'saw'"],
  ['dart', 'final double most = 3.5;', 'final double most = 3.5'],
])('a constant in .%s shows a short value: %s', async (extension, code, shown) => {
  const content = `/** Of saws. */\n${code}\r\n`;
  const [[, signature] = []] = await symbolsOf(`lib/src/saw.${extension}`, content);
  expect(signature).toBe(shown);
});
