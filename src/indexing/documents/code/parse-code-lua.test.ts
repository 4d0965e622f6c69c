import { expect, test } from 'vitest';
import { flat, section } from '../../../../test/support/sections.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';

const documented = `--- Saws for @{shop.Board|boards}.
-- Oil them, see <a href="https://saws.example">a page</a>.
-- @module shop.saw

local M = { _VERSION = "[[1]]" }
local other = [==[
--- Hidden.
function M.hidden() end
]==]

--- Cut a board.
-- @tparam Board board what to cut,
-- of any wood
-- @int[opt=3] depth how deep
-- @param ... others
-- @treturn {Board,...} the parts
-- @raise no wood
-- @usage
-- local saw = require 'shop.saw'
-- saw.cut(board) --> 2
function M.cut(board, depth, ...)
  --- Hidden.
  local function inner() end
  --- Hidden.
  value = 1
end

-------------
-- Keeping --
-- @section keeping

--- Oil it.
M.oil = function(can) end

--- Hidden.
local function secret() end

--- Sharpens.
local function sharpen(n)
end
M.sharpen = sharpen

--- Makes one.
-- @function new
-- @param name its name

--- Sizes.
-- @table sizes
-- @field small 1
M.sizes = {
  small = 1, -- "{"
}

--- Hidden.
-- @local
function M.own() end

--- Hidden.
function M._private() end

return M
`;

test('declarations of Lua with comments for LDoc have the names that their users write', async () => {
  expect(await symbolsOf('lua/shop/saw.lua', documented)).toEqual([
    ['shop.saw', ''],
    ['saw.cut', 'function saw.cut(board, depth, ...)'],
    ['saw.oil', 'saw.oil = function(can)'],
    ['saw.sharpen', 'function saw.sharpen(n)'],
    ['saw.new', 'saw.new(name)'],
    ['saw.sizes', 'saw.sizes = {\n  small = 1, -- "{"\n}'],
  ]);
  const document = await parseSource('lua/shop/saw.lua', documented);
  expect(document.title).toBe('shop.saw');
  const text = flat(document);
  expect(text).toContain('Saws for boards.\nOil them, see [a page](https://saws.example).');
  expect(text).toContain(
    '- `board` (`Board`): what to cut, of any wood\n- `depth` (`int`, optional, default `3`): how deep\n- `...`: others',
  );
  expect(text).toContain('Returns `{Board,...}`: the parts\n\nThrows: no wood');
  expect(text).toContain("«lua|local saw = require 'shop.saw'\nsaw.cut(board) --> 2»");
  expect(text).toContain('Fields:\n\n- `small`: 1');
  expect(section(document, 'saw.oil').headings[0]).toBe('shop.saw: Keeping');
});

const annotated = `---@module 'other'
local other = require('other')
---@class shop.Saw: Tool
---@field teeth? integer how many
---@field private own string
local Saw = {}

--- Cuts a board.
---@param board shop.Board|string what to cut
---@param each? fun(part: string, n: number): boolean # called for each
---@param opts table<string, any>
---@return shop.Board[] parts all of them
---@return string? err
--- Then oils it.
---
---Example:
--- \`\`\`lua
---   saw:cut("a")
--- \`\`\`
function Saw:cut(board, each, opts)
end

---@param n number
function Saw.bare(n) end

---@private
--- Hidden.
function Saw.own() end

--- Plain words: the board is cut
--- @param the table of boards
function Saw.plain(the) end

return Saw
`;

test('annotations of language servers say the types of Lua', async () => {
  expect(await symbolsOf('lua/shop/init.lua', annotated)).toEqual([
    ['shop.Saw', '---@class shop.Saw: Tool\n---@field teeth? integer how many'],
    ['Saw:cut', 'function Saw:cut(board, each, opts)'],
    ['Saw.plain', 'function Saw.plain(the)'],
    ['Saw.bare', 'function Saw.bare(n)'],
  ]);
  const document = await parseSource('lua/shop/init.lua', annotated);
  expect(document.title).toBe('shop');
  const text = flat(document);
  expect(text).toContain('- `teeth`: how many');
  expect(text).toContain('Cuts a board.');
  expect(text).toContain('Then oils it.');
  expect(text).toContain(
    '- `board` (`shop.Board|string`): what to cut\n- `each` (`fun(part: string, n: number): boolean`, optional): called for each\n- `opts` (`table<string, any>`)',
  );
  expect(text).toContain('Returns `shop.Board[]`: parts all of them\n\nReturns `string?`: err');
  expect(text).toContain('«lua|saw:cut("a")»');
});

test('functions of a table that a file returns have the name of the module', async () => {
  const content = `return {
  --- Adds.
  add = function(a, b) return a + b end,
}
`;
  expect(await symbolsOf('src/shop/sums.lua', content)).toEqual([
    ['sums.add', 'sums.add = function(a, b)'],
  ]);
  expect(await symbolsOf('src/shop/__sums.lua', content)).toEqual([]);
});

test('an example of Lua is shown without its license', async () => {
  for (const license of ['-- Copyright (c) Ann\n', '--[[\nLicense: MIT\n]]\n']) {
    const document = await parseSource('examples/cut.lua', `${license}cut()\n`);
    expect(flat(document)).toBe('«lua|cut()»');
  }
});

test('a hostile source of Lua takes little time', async () => {
  const lines = [
    '--- a',
    '--- a\nfunction a.b(',
    '--- a\n\n',
    '---@param a fun(a: {',
    '--- @{a|b',
    '--- <pre>',
    '--[[-- a',
    '[==[ a',
    '"a\\',
    'a.b = b,',
    '--- a\na.b = {',
    '---@class a\n---@field b c d',
    '--- a\n-- @section b',
    '------',
  ];
  const clock = startCpuClock();
  for (const line of lines) {
    const content = Array.from({ length: 200_000 / line.length }, () => line).join('\n');
    for (const text of [content, content.replace(/[()[\]{}<]/g, '')]) {
      const parsing = parseSource('src/a.lua', text);
      await parsing.catch((error: unknown) => expect(String(error)).toContain('brackets'));
    }
  }
  expect(clock()).toBeLessThan(20);
});

test('comments of LDoc describe properties and signals that no code declares', async () => {
  const content = `--- Saws.
-- @module saw
local saw = {}

--- The teeth.
-- @property teeth
-- @tparam[opt=3] number teeth

--- A board broke.
-- @signal board::broken

--- Cuts.
-- @method cut
-- @tparam Board board what to cut

return saw
`;
  expect(await symbolsOf('lua/saw.lua', content)).toEqual([
    ['saw', ''],
    ['saw.teeth', 'saw.teeth'],
    ['board::broken', 'board::broken'],
    ['saw.cut', 'saw.cut(board)'],
  ]);
});
