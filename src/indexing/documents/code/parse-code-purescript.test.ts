import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';

test('what a PureScript module exports has its doc comments, each line of which has a bar', async () => {
  const content = `-- | Saws of a shop.
-- |
-- | They cut.
module Shop.Saw
  ( class Tool
  , sharpen
  , Saw(..)
  , cut
  ) where

import Prelude

-- | A tool.
class Show t <= Tool t where
  -- | Sharpens it.
  sharpen :: t -> t

-- | A saw.
newtype Saw = Saw { teeth :: Int }

-- | Cuts a board:
-- |
-- | \`\`\`purescript
-- | cut saw
-- | \`\`\`
-- |
-- | - once
-- |   - evenly
foreign import cut :: Saw -> Array Int

-- | Hidden.
inner :: Int
inner = 3
`;
  expect(await symbolsOf('src/Shop/Saw.purs', content)).toEqual([
    ['Shop.Saw', ''],
    ['Tool', 'class Show t <= Tool t where\n    -- Sharpens it.\n    sharpen :: t -> t'],
    ['Saw', 'newtype Saw = Saw { teeth :: Int }'],
    ['cut', 'foreign import cut :: Saw -> Array Int'],
  ]);
  const shown = flat(await parseSource('src/Shop/Saw.purs', content));
  expect(shown).toContain('Saws of a shop.\n\nThey cut.');
  expect(shown).toContain('«purescript|cut saw»');
  expect(shown).toContain('- once\n  - evenly');
});
