import { expect, test } from 'vitest';
import { section, text } from '../../../../test/support/sections.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';

const content = `namespace Shop.Saws

open System

/// <summary>Cuts boards.</summary>
type Cutter = Board -> Result<Board list, string>

/// A saw.
type Saw =
    /// A saw with a frame.
    | Bow of teeth: int
    | Hand

/// What to cut with.
type Options =
    { /// Teeth per inch.
      Teeth: int
      Wood: string }

/// Functions of saws.
[<RequireQualifiedAccess>]
module Saw =

    /// <summary>Cuts a board.</summary>
    /// <param name="saw">The saw.</param>
    /// <returns>The parts.</returns>
    [<CompiledName("Cut")>]
    let inline cut
        (saw: Saw)
        (board: 'board when 'board : equality)
        : Result<'board list, string> =
        let x = "="
        Ok []

    /// Composes.
    let (>=>) a b = a >> b

    /// Hidden.
    let private dry x = x

/// A shop.
type Shop(name: string) =
    /// Sells a saw.
    member this.Sell(saw: Saw, ?price: int) : bool = true
    /// Its size.
    abstract Size: int

module internal Inner =
    /// Hidden.
    let oil x = x
`;

test('public declarations of F# have the names that their users write', async () => {
  expect(await symbolsOf('src/Shop/Saw.fs', content)).toEqual([
    ['Cutter', 'type Cutter = Board -> Result<Board list, string>'],
    ['Saw', 'type Saw'],
    ['Saw.Bow', '| Bow of teeth: int'],
    ['Options', 'type Options'],
    ['Options.Teeth', 'Teeth: int'],
    ['Saw', 'module Saw'],
    [
      'Saw.cut',
      "let inline cut\n        (saw: Saw)\n        (board: 'board when 'board : equality)\n        : Result<'board list, string>",
    ],
    ['Saw.(>=>)', 'let (>=>) a b'],
    ['Shop', 'type Shop(name: string)'],
    ['Shop.Sell', 'member this.Sell(saw: Saw, ?price: int) : bool'],
    ['Shop.Size', 'abstract Size: int'],
  ]);
  const document = await parseSource('src/Shop/Saw.fs', content);
  expect(document.title).toBe('Shop.Saws');
  expect(text(section(document, 'Saw.cut'))).toContain('- `saw`: The saw.');
});

test('signature files of F# show what a library offers', async () => {
  const source = `namespace Shop.Saws

module Saw =
    /// No saw.
    val none<'T> : Saw<'T>

    /// Cuts a board.
    val inline cut:
        saw: Saw<'T>
            -> board: Board
            -> Board list

[<Sealed; AbstractClass>]
type Saws =

    /// <summary>Counts teeth.</summary>
    /// <param name="source">The saw.</param>
    static member teeth: source: Saw<'T> -> Task<int> when 'T: comparison
    static member oil: Saw<'T> -> unit

    /// The number of saws.
    member Count: int with get

/// Sharpens.
and [<Class; NoEquality>] Sharpener<'T> =

    new: unit -> Sharpener<'T>

    /// Sharpens a saw.
    member Sharpen: saw: Saw<'T> *
        angle: int -> unit

/// Which saw to take.
type [<AllowNullLiteral>] Choice =
    /// The largest one.
    abstract Largest: unit -> Saw<int>
`;
  expect(await symbolsOf('src/Shop/Saw.fsi', source)).toEqual([
    ['Saw.none', "val none<'T> : Saw<'T>"],
    [
      'Saw.cut',
      "val inline cut:\n        saw: Saw<'T>\n            -> board: Board\n            -> Board list",
    ],
    ['Saws.teeth', "static member teeth: source: Saw<'T> -> Task<int> when 'T: comparison"],
    ['Saws.Count', 'member Count: int with get'],
    ['Sharpener', "and [<Class; NoEquality>] Sharpener<'T>"],
    ['Sharpener.Sharpen', "member Sharpen: saw: Saw<'T> *\n        angle: int -> unit"],
    ['Choice', 'type [<AllowNullLiteral>] Choice'],
    ['Choice.Largest', 'abstract Largest: unit -> Saw<int>'],
  ]);
});

test('the comment of the module of a file in F# is that of the file', async () => {
  const source =
    '/// Saws of a shop.\nmodule Shop.Saw\n\nopen System\n\n/// Cuts.\nlet cut x = x\n';
  expect(await symbolsOf('src/Saw.fs', source)).toEqual([
    ['Shop.Saw', ''],
    ['cut', 'let cut x'],
  ]);
});

test('a hostile source of F# takes little time', async () => {
  const sources = [
    '/// A.\n'.repeat(20_000),
    '/// A.\nlet a '.repeat(10_000),
    '/// A.\nlet a = b = '.repeat(10_000),
    '/// A.\n[<A>]\n'.repeat(10_000),
    'type A =\n /// A.\n'.repeat(8_000),
    `/// A.\nlet ${'a b '.repeat(50_000)}`,
    `type A${' '.repeat(200_000)}`,
  ];
  const elapsed = startCpuClock();
  for (const source of sources) await parseSource('src/Saw.fs', source);
  await parseSource('src/Saw.fsi', '/// A.\nval a:\n'.repeat(10_000));
  expect(elapsed()).toBeLessThan(10);
});
