import { expect, test } from 'vitest';
import { flat, section } from '../../../../test/support/sections.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';

const module = `{-# LANGUAGE CPP #-}
-----------------------------------------------------------------------------
-- |
-- Module      : Shop.Saw
-- Copyright   : (c) Ann
--               (c) Bob
-- Maintainer  : ann@saws.example
--
-- Cuts 'Board's.
--
-- = Warning
--
-- Oil it.
module Shop.Saw
  ( -- * Saws /for/ boards
    Saw(..), Kind, (|>)
  , Tool (cut, oil)
    -- * How to \\@cut\\@ #how#
    -- $how
  , foldl', pair, other, only -- ^ not a comment of anything
  , module Shop.Board
  , pattern Bow
  ) where

import Shop.Board

-- $how
-- Take one.
--
-- >>> cut saw
-- [1,2]

-- | A saw "{-" with teeth.
data Saw a = Saw
  { teeth :: Int -- ^ The teeth.
  , wood :: a
  } deriving (Show)

-- | Hidden parts.
newtype Kind = Kind { unKind :: Int }

infixl 1 |>
-- | Applies 'Prelude.id'.
(|>) :: a -> (a -> b) -> b
x |> f = f x

-- | A tool.
class (Show t) => Tool t where
  {-# MINIMAL cut #-}
  -- | Cuts.
  cut :: t -> Char -- ^ The sign.
      -> Int
  cut _ '"' = 1
  oil, sharpen :: t -> t
  -- ^ Oils it with enough words to make a section of its own, which needs more than one hundred characters of text.

foldl' :: (b -> a -> b) -> b -> [a] -> b
-- ^ Folds
-- strictly.
foldl' f = go -- | not a comment

#if MIN_VERSION_base(4,9,0)
{-| A pair. {- nested -} -}
pair
  :: a
  -> b
#endif
  -> (a, b)
pair = (,)

other :: Int
other = 1

-- | Where.
only
  :: Int -- ^ Zero.
  -> Int -- ^ One.
only = id

-- | Hidden.
secret :: Int
secret = 1

-- | An instance.
instance Show Kind where
  show _ = ""

-- | A bow.
pattern Bow :: Kind
pattern Bow = Kind 1
`;

test('what a module of Haskell exports has its comments and signatures', async () => {
  expect(await symbolsOf('src/Shop/Saw.hs', module)).toEqual([
    ['Shop.Saw', ''],
    ['Warning', ''],
    ['How to @cut@', '>>> cut saw\n[1,2]'],
    [
      'Saw',
      'data Saw a = Saw\n  { teeth :: Int -- ^ The teeth.\n  , wood :: a\n  } deriving (Show)',
    ],
    ['Kind', 'newtype Kind'],
    ['|>', '(|>) :: a -> (a -> b) -> b'],
    [
      'Tool',
      'class (Show t) => Tool t where\n    -- Cuts.\n    cut :: t -> Char -- ^ The sign.\n          -> Int\n    oil, sharpen :: t -> t',
    ],
    ['oil, sharpen', 'oil, sharpen :: t -> t'],
    ["foldl'", "foldl' :: (b -> a -> b) -> b -> [a] -> b"],
    ['pair', 'pair\n  :: a\n  -> b\n  -> (a, b)'],
    ['only', 'only\n  :: Int -- ^ Zero.\n  -> Int -- ^ One.'],
    ['Bow', 'pattern Bow :: Kind'],
    ['other', 'other :: Int'],
  ]);
  const document = await parseSource('src/Shop/Saw.hs', module);
  expect(document.title).toBe('Shop.Saw');
  expect(document.sections[0]!.blocks).toEqual([{ kind: 'text', text: 'Cuts `Board`s.' }]);
  expect(section(document, 'Saw').headings).toEqual(['Shop.Saw: Saws for boards', 'Saw']);
  expect(section(document, 'pair').headings).toEqual(['Shop.Saw: How to @cut@', 'pair']);
  expect(flat(document)).toContain('Folds\nstrictly.');
});

test('modules without a list export everything, hidden and internal ones nothing', async () => {
  const body = '-- | Cuts.\ncut :: Int\ncut = 1\n';
  const names = async (head: string) => {
    const { title, sections } = await parseSource('src/A.hs', head + body);
    return [title, ...sections.map(({ headings }) => headings.at(-1))];
  };
  expect(await names('module A.Internal where\n')).toEqual(['A.Internal', 'cut']);
  expect(await names('module A (module A) where\n')).toEqual(['A', 'cut']);
  expect(await names('module A () where\n')).toEqual(['A']);
  expect(await names('{-# OPTIONS_HADDOCK hide #-}\nmodule A where\n')).toEqual(['A']);
  expect(await names('-- | This is an internal module.\nmodule A where\n')).toEqual(['A']);
  expect(
    await names('{-# OPTIONS_HADDOCK not-home #-}\n-- | Internals.\nmodule A.Internal where\n'),
  ).toEqual(['A', 'cut']);
});

test('the markup of Haddock becomes Markdown', async () => {
  const content = `module A where
{- | Cuts /fast/ and __clean__, at @'cut' x@ or 'A.cut'', see "Shop.Saw#how" and
<https://saws.example a page>, \\(O(n)\\). Don't \\"quote\\" and\\/or 'x'. The 'Saw''s teeth.

    * one
    * two

(1) first

[@len@]: the length

@
saw = 'cut' \\"a\\" __where__
  __init__a = 1
@

> cut saw
>   where

>>> cut saw
1

== Use #use#

Text.

@since 1.2
-}
cut :: Int
`;
  const text = flat(await parseSource('src/A.hs', content));
  expect(text).toContain(
    "Cuts *fast* and __clean__, at `cut x` or `A.cut'`, see `Shop.Saw` and\n[a page](https://saws.example), `O(n)`. Don't \"quote\" and/or `x`. The `Saw`'s teeth.",
  );
  expect(text).toContain('\n\n* one\n* two\n\n1. first\n\n- `len`: the length');
  expect(text).toContain('«haskell|saw = cut "a" where\n  __init__a = 1»');
  expect(text).toContain('«haskell|cut saw\n  where»');
  expect(text).toContain('«haskell|>>> cut saw\n1»');
  expect(text).toContain('**Use**\n\nText.\n\nSince: 1.2');
});

test('an example of Haskell is shown without its license', async () => {
  const code = 'module Main where\n\nmain = cut\n';
  for (const license of ['-- Copyright (c) Ann\n-- All rights.\n', '{- License: MIT -}\n']) {
    const document = await parseSource('examples/Cut.hs', license + code);
    expect(flat(document)).toBe(`«haskell|${code.trim()}»`);
  }
});

test('a hostile source of Haskell takes little time', async () => {
  const lines = [
    '-- | a',
    '-- | a\na ::',
    '-- ^ a\na :: (',
    '{- | a',
    '{- -}{',
    "'a' 'b",
    '-- $a',
    'module A (a, b(..',
    '-- * a',
    '@',
    '> a\n>>> a',
    "'a' /b/ @c <https: \\(",
    '* a\n   * b',
    'class A where\n  -- | a\n  a :: b',
    '#if a\n{-# a',
  ];
  const clock = startCpuClock();
  for (const line of lines) {
    const content = Array.from({ length: 200_000 / line.length }, () => line).join('\n');
    for (const head of ['', 'module A where\n', 'module A (\n', '{- | ']) {
      const parsing = parseSource('src/a.hs', head + content);
      await parsing.catch((error: unknown) => expect(String(error)).toContain('brackets'));
    }
    const doc = `${line}\n`.repeat(4000).replace(/[()[\]{}<]/g, '');
    await parseSource('src/a.hs', `module A where\n{- | ${doc} -}\na :: Int`);
  }
  expect(clock()).toBeLessThan(20);
});
