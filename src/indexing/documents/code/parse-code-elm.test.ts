import { expect, test } from 'vitest';
import { flat, section } from '../../../../test/support/sections.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';

const content = `module Shop.Saw exposing
    ( Saw, Kind(..), Options
    , cut
    , oil
    )

{-| Cuts of a shop.

# Saws

@docs Saw, Kind

Both are sharp.

# Work

@docs Options, cut
@docs oil

-}

import Html exposing (Html)


{-| A saw. {- Not hidden. -} -}
type Saw
    = Saw { teeth : Int }


{-| A kind of saw. -}
type Kind
    = Bow
    | Hand


{-| What to cut with.
-}
type alias Options =
    { teeth : Int -- per inch
    }


{-| Cuts a board:

    cut options "board" == []

-}
cut :
    Options
    -> String
    -> List String
cut options board =
    []


{-| Hidden. -}
inner : Int
inner =
    3


{-| Oils a saw.

    oil saw == saw

-}
oil : Saw -> Saw
oil saw =
    saw
`;

test('what an Elm module exposes has its comments below the headings of the module', async () => {
  expect(await symbolsOf('src/Shop/Saw.elm', content)).toEqual([
    ['Shop.Saw', ''],
    ['Saws', ''],
    ['Saw', 'type Saw'],
    ['Kind', 'type Kind\n    = Bow\n    | Hand'],
    ['Options', 'type alias Options =\n    { teeth : Int -- per inch\n    }'],
    ['cut', 'cut :\n    Options\n    -> String\n    -> List String'],
    ['oil', 'oil : Saw -> Saw'],
  ]);
  const document = await parseSource('src/Shop/Saw.elm', content);
  expect(document.title).toBe('Shop.Saw');
  expect(section(document, 'cut').headings).toEqual(['Shop.Saw: Work', 'cut']);
  expect(flat(document)).toContain('«elm|cut options "board" == []»');
  expect(flat(document)).toContain('«elm|oil saw == saw»');
  expect(flat(document)).not.toContain('@docs');
});

test('a module of Elm that exposes everything shows its constructors', async () => {
  const whole = 'module Saw exposing (..)\n\n\n{-| A saw. -}\ntype Saw\n    = Saw Int\n';
  expect(await symbolsOf('src/Saw.elm', whole)).toEqual([['Saw', 'type Saw\n    = Saw Int']]);
});

test('a hostile source of Elm takes little time', async () => {
  const sources = [
    `module A exposing (${'a, '.repeat(50_000)}`,
    `module A exposing (..)\n${'{-| A -}\n'.repeat(20_000)}`,
    `module A exposing (..)\n${'{-| A -}\na : B ='.repeat(10_000)}`,
    `module A exposing (..)\n${'{-|'.repeat(50_000)}`,
    `module A exposing (..)\n{-| ${'@docs a\n#'.repeat(20_000)} -}\nimport B`,
    'module A'.repeat(20_000),
    `module A${' '.repeat(200_000)}`,
  ];
  const elapsed = startCpuClock();
  for (const source of sources) await parseSource('src/Saw.elm', source);
  expect(elapsed()).toBeLessThan(10);
});
