import { expect, test } from 'vitest';
import { flat, section } from '../../../../test/support/sections.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';

const behind = `(* Copyright (c) Ann *)

(** Saws, see {!cut}.

    @since 1.0 *)

(** {1:types Types}

    What there is. *)

type t
(** A saw. *)

type 'a kind =
  | Bow of 'a  (** A bow (* nested *). *)
  | Hand  (** A hand. *)
(** Kinds. *)

type board = { len : int }

(* Not a comment for users. *)

(** {1 Cutting} *)

val cut : ?depth:int ->
  t -> board -> (board list, [> \`Msg of string ]) result
  [@@inline]
(** [cut t b] cuts. *)

val ( >>= ) : 'a -> ('a -> 'b) -> 'b
(** Binds. *)

val bare : t

val since : t
(** @since 2.0 *)

(** Boards. *)
module Board : sig
  (** {2 Sizes} *)

  val len : board -> int
  (** Its length. *)

  module Make (W : sig type t end) : sig
    exception Broken of string
    (** It broke. *)
  end
end

module type TOOL = sig
  type t
  val oil : t -> unit
  (** Oils it. *)
end

(**/**)

val secret : t
(** Hidden. *)
`;

test('declarations of OCaml have the comments behind them and the names that their users write', async () => {
  expect(await symbolsOf('lib/saw.mli', behind)).toEqual([
    ['Saw', ''],
    ['Types', ''],
    ['Saw.t', 'type t'],
    [
      'Saw.kind',
      "type 'a kind =\n  | Bow of 'a  (** A bow (* nested *). *)\n  | Hand  (** A hand. *)",
    ],
    [
      'Saw.cut',
      'val cut : ?depth:int ->\n  t -> board -> (board list, [> `Msg of string ]) result',
    ],
    ['Saw.(>>=)', "val ( >>= ) : 'a -> ('a -> 'b) -> 'b"],
    ['Saw.Board', 'module Board : sig … end'],
    ['Saw.Board.len', 'val len : board -> int'],
    ['Saw.Board.Make.Broken', 'exception Broken of string'],
    ['Saw.TOOL.oil', 'val oil : t -> unit'],
    ['Exports', expect.stringContaining('type board = { len : int }\nval bare : t\nval since : t')],
  ]);
  const document = await parseSource('lib/saw.mli', behind);
  expect(document.title).toBe('Saw');
  expect(section(document, 'Saw').blocks).toEqual([{ kind: 'text', text: 'Saws, see `cut`.' }]);
  expect(section(document, 'Saw.cut').headings[0]).toBe('Saw: Cutting');
  expect(flat(document)).toContain('Kinds.');
});

test('declarations of OCaml have the comments above them', async () => {
  const content = `(** One. *)
val one : int
(** Two. *)
val two : int
(** Three. *)
val three : int
`;
  const { sections } = await parseSource('lib/a.mli', content);
  expect(sections.map(({ headings, blocks }) => [headings.at(-1), blocks[0]])).toEqual([
    ['A.one', { kind: 'text', text: 'One.' }],
    ['A.two', { kind: 'text', text: 'Two.' }],
    ['A.three', { kind: 'text', text: 'Three.' }],
  ]);
});

test('the markup of ocamldoc becomes Markdown', async () => {
  const content = `val cut : t -> t
(** [cut [|1|] x] cuts {b fast} and {e clean}, see {!val:Saw.cut}, {{!board} the board} and
    {{:https://saws.example} a page} \\[or\\] {i not}.

    {ul {- one
           word}
        {- two {ol {- deep}}}}

    {3 Use}
    {[
      let x = cut "[" (* {b} *)
    ]}
    {v raw v}
    {%html:<b>%}{!a}[b]
    @param t the saw,
           with [teeth]
    @return parts
    @raise Not_found if none
    @see <https://saws.example> a page
    @since 1.2 *)
`;
  const text = flat(await parseSource('lib/a.mli', content));
  expect(text).toContain(
    '`cut [|1|] x` cuts **fast** and *clean*, see `Saw.cut`, the board and\n[a page](https://saws.example) [or] *not*.\n\n- one word\n- two\n  - deep',
  );
  expect(text).toContain('**Use**');
  expect(text).toContain('«ocaml|let x = cut "[" (* {b} *)»');
  expect(text).toContain('«text|raw»');
  expect(text).toContain('`a` `b`');
  expect(text).toContain('- `t`: the saw, with `teeth`');
  expect(text).toContain('Returns: parts\n\nThrows: Not_found if none');
  expect(text).toContain('See: [a page](https://saws.example)\n\nSince: 1.2');
});

test('a hostile source of OCaml takes little time', async () => {
  const lines = [
    '(** a *)',
    '(** a',
    '(* (* ',
    'val a : b',
    'val a : b\n(** a *)',
    '(** a *)\nmodule A : sig',
    'module A : sig end',
    'end',
    '(** {b {ul {- [[ *)',
    '(** {[ *) val a : b',
    '(** {1 a} *)\n\n',
    '"a\\',
    'type a =\n| A (** b *)',
    '(**/**)',
    '(** @param a {[ b *)',
  ];
  const clock = startCpuClock();
  for (const line of lines) {
    const content = Array.from({ length: 200_000 / line.length }, () => line).join('\n');
    for (const text of [content, content.replace(/[[\]{}]/g, '')]) {
      const parsing = parseSource('lib/a.mli', text);
      await parsing.catch((error: unknown) => expect(String(error)).toContain('brackets'));
    }
    const doc = line.replace(/\(\*+|\*\)/g, '').repeat(1500);
    const parsing = parseSource('lib/a.mli', `val a : b\n(** ${doc}\n*)`);
    await parsing.catch((error: unknown) => expect(String(error)).toContain('brackets'));
  }
  expect(clock()).toBeLessThan(20);
});
