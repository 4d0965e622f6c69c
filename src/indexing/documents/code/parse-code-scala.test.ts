import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';

test('declarations of Scala 2 with Scaladoc have the names that their users write', async () => {
  const content = `/* License */
package shop
package saws

/** A saw.
  * @define board the [[Board]]
  */
sealed abstract class Saw[F[_]](
    /** The teeth. */
    val teeth: Int,
    /** Hidden. */
    private val secret: Char = '"',
    name: String
) extends Tool
    with Sharp {

  /** Cuts $board. */
  @deprecated("use a { plane", "1.0")
  final def cut[A: Wood](board: Board, f: A => String = "{")(
      implicit clock: Clock
  ): F[List[A]] = {
    /** Local. */
    def loop(n: Int): Int = n
    loop(1)
  }
  /** Compares. */
  def <=(other: Saw[F]): Boolean
  /** Sets the teeth. */
  def teeth_=(n: Int): Unit = ()
  /** Hidden. */
  private[saws] def inner: Int = 1
  /** Hidden. */
  protected def mine: Int = 1
  /** @group Sharp */
  def bare: Int
  /** Makes one of a name. */
  def this(name: String) = this(3, name)
}

object Saw {
  type Aux[A] = Saw[A] { type Out = A }
  /** What is cut. */
  type Parts[A] = Either[Error, List[A]]
  private object Secret {
    /** Hidden. */
    def x: Int = 1
  }
  /** Kinds. */
  case object Bow extends Kind("bow")
}
`;
  expect(await symbolsOf('src/main/scala/Saw.scala', content)).toEqual([
    [
      'Saw',
      expect.stringMatching(
        /^sealed abstract class Saw\[F\[_\]\]\([^]*\) extends Tool\n {4}with Sharp$/,
      ),
    ],
    ['Saw.teeth', 'val teeth: Int'],
    [
      'Saw.cut',
      'final def cut[A: Wood](board: Board, f: A => String = "{")(\n      implicit clock: Clock\n  ): F[List[A]]',
    ],
    ['Saw.<=', 'def <=(other: Saw[F]): Boolean'],
    ['Saw.teeth_=', 'def teeth_=(n: Int): Unit'],
    ['Saw', 'def this(name: String)'],
    ['Saw.Parts', 'type Parts[A] = Either[Error, List[A]]'],
    ['Saw.Bow', 'case object Bow extends Kind("bow")'],
  ]);
  const document = await parseSource('src/main/scala/Saw.scala', content);
  expect(document.title).toBe('shop.saws');
  expect(flat(document)).toContain('Cuts the `Board`.');
});

test('indentation shows what contains what in Scala 3', async () => {
  const content = `package saws

/** Kinds. */
enum Kind derives Eq, Show:
  /** A bow. */
  case Bow
  /** A hand. */
  case Hand(length: Int) extends Kind

/** Cuts. */
trait Cutter[A]:
  /** Once. */
  def cut(a: A): Int
  extension (a: A)
    /** Twice. */
    def twice: Int =
      /** Local. */
      val n = 1
      n

/** Sorts. */
given byTeeth: Ordering[Saw] with
  /** Hidden. */
  def compare(a: Saw, b: Saw): Int = '{ 1 }.n

/** Three times. */
extension [A](a: A) def thrice(n: Int): A = a

/** Oils. */
inline def oil(using Can): Unit =
  ()
`;
  expect(await symbolsOf('src/main/scala/Kind.scala', content)).toEqual([
    ['Kind', 'enum Kind derives Eq, Show'],
    ['Kind.Bow', 'case Bow'],
    ['Kind.Hand', 'case Hand(length: Int) extends Kind'],
    ['Cutter', 'trait Cutter[A]'],
    ['Cutter.cut', 'def cut(a: A): Int'],
    ['Cutter.twice', 'extension (a: A)\n  def twice: Int'],
    ['byTeeth', 'given byTeeth: Ordering[Saw] with'],
    ['thrice', 'extension [A](a: A) def thrice(n: Int): A'],
    ['oil', 'inline def oil(using Can): Unit'],
  ]);
});

test('Scaladoc becomes Markdown with its tags as lists', async () => {
  const content = `/**
  *  Cuts ''fast'' and '''clean''', see [[shop.Board.side(x:Int)* the side]], [[Saw$]], [[Saw!.cut[A](a:List[A])* cuts]] and
  *  [[https://saws.example a page]].
  *
  *   - one
  *   - two
  *
  *  == Use ==
  *  Write {{{saw.cut}}} or:
  *  {{{
  *    val saw = Saw("[[a]]")
  *    saw.cut // ''x''
  *  }}}
  *  @tparam A the wood
  *  @param board what to cut,
  *               of any wood
  *  @return the \`[[parts]]\`
  *  @throws NoWood if there is none
  *  @note Oil it.
  *  @group Cutting
  *  @example {{{saw.cut}}}
  */
def cut[A](board: A): List[A]
`;
  const text = flat(await parseSource('src/Saw.scala', content));
  expect(text).toContain(
    'Cuts *fast* and **clean**, see the side, `Saw`, cuts and\n[a page](https://saws.example).\n\n- one\n- two',
  );
  expect(text).toContain('**Use**\n\nWrite `saw.cut` or:');
  expect(text).toContain(`«scala|val saw = Saw("[[a]]")\nsaw.cut // ''x''»`);
  expect(text).toContain('- `board`: what to cut, of any wood');
  expect(text).toContain('- `A`: the wood');
  expect(text).toContain('Returns: the `parts`');
  expect(text).toContain('Throws: NoWood if there is none');
  expect(text).toContain('**Note:** Oil it.');
  expect(text).toContain('«scala|saw.cut»');
  expect(text).not.toContain('Cutting');
});

test('a hostile source of Scala takes little time', async () => {
  const lines = [
    '/** a */',
    '/** a */ private[a] override',
    '/** a */ @A(b) @A(b) final',
    '/** {{{ a */ def a',
    "/** '' ''' [[a __ */ def a: =",
    '/** @define a $a */ def a(',
    '  object A:',
    '/** [[a[ [b */ def a',
    '/** <a href="b">&lt; [[ */ type A =',
    "'a '{",
  ];
  const clock = startCpuClock();
  for (const line of lines) {
    const content = Array.from({ length: 200_000 / line.length }, () => line).join('\n');
    const parsing = parseSource('src/a.scala', content);
    await parsing.catch((error: unknown) => expect(String(error)).toContain('brackets'));
    const doc = line.replace(/\/\*\*|\*\/|[()[\]{}]/g, '');
    await parseSource('src/a.scala', `/**${`${doc}\n`.repeat(4000)}*/\ndef a: Int`);
  }
  expect(clock()).toBeLessThan(20);
});
