import { expect, test } from 'vitest';
import { flat, names, section, text } from '../../../../test/support/sections.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';

test('public declarations of Zig have the names that their users write', async () => {
  const content = `//! Saws of a shop.
//! They cut.
const std = @import("std");

/// Options of a saw.
pub const Options = struct {
    /// Teeth per inch.
    teeth: u8 = 3,
    const help =
        \\\\ Use { with care.
    ;
    /// Oils it.
    pub fn oil(self: *Options, liters: f32) !void {
        _ = "}";
    }
    /// Hidden.
    fn dry() void {}
};

/// A box of things.
pub fn Box(comptime T: type) type {
    return struct {
        /// Adds a thing.
        pub fn add(self: *@This(), thing: T) void {}
    };
}

/// Kinds.
pub const Kind = enum(u8) {
    /// A bow saw.
    bow,
    hand,
};

/// All kinds.
pub const kinds = .{ .bow, .hand };
//// No comment of the next one.
pub fn cut() void {}
const Inner = struct {
    /// Nobody sees it.
    pub fn hidden() void {}
};
`;
  expect(await symbolsOf('src/saw.zig', content)).toEqual([
    ['saw', ''],
    ['Options', 'pub const Options = struct'],
    ['Options.teeth', 'teeth: u8 = 3'],
    ['Options.oil', 'pub fn oil(self: *Options, liters: f32) !void'],
    ['Box', 'pub fn Box(comptime T: type) type'],
    ['Box.add', 'pub fn add(self: *@This(), thing: T) void'],
    ['Kind', 'pub const Kind = enum(u8)'],
    ['Kind.bow', 'bow'],
    ['kinds', 'pub const kinds'],
  ]);
  const document = await parseSource('src/saw.zig', content);
  expect(flat(document)).toContain('Saws of a shop.\nThey cut.');
});

test('public declarations of Gleam have the names that their users write', async () => {
  const content = `//// Saws of a shop.

import gleam/option.{type Option}

/// A saw.
pub type Saw {
  /// A saw with a frame.
  Bow(
    /// Teeth per inch.
    teeth: Int,
  )
  Hand
}

/// An oil.
pub opaque type Oil {
  /// Nobody sees it.
  Oil(liters: Float)
}

/// Cuts a board.
///
/// \`\`\`
/// cut(saw, board)
/// \`\`\`
///
@external(erlang, "saws", "cut")
pub fn cut(saw: Saw, board board: fn(Int) -> Int) -> Result(Int, Nil) {
  // {
  todo
}

/// Hidden.
fn dry() {
  Nil
}

/// All teeth.
pub const teeth = [1, 2]

/// Another name.
pub type Saws =
  List(Saw)
`;
  expect(await symbolsOf('src/shop/saw.gleam', content)).toEqual([
    ['shop/saw', ''],
    ['Saw', 'pub type Saw'],
    ['Saw.Bow', 'Bow(\n    /// Teeth per inch.\n    teeth: Int,\n  )'],
    ['Saw.teeth', 'teeth: Int'],
    ['Oil', 'pub opaque type Oil'],
    ['cut', 'pub fn cut(saw: Saw, board board: fn(Int) -> Int) -> Result(Int, Nil)'],
    ['teeth', 'pub const teeth = [1, 2]'],
    ['Saws', 'pub type Saws =\n  List(Saw)'],
  ]);
  const document = await parseSource('src/shop/saw.gleam', content);
  expect(document.title).toBe('shop/saw');
  expect(flat(document)).toContain('Saws of a shop.');
  expect(flat(document)).toContain('«gleam|cut(saw, board)»');
  expect(names(await parseSource('src/shop/internal/saw.gleam', content))).toEqual([]);
});

test('a contract in Solidity has its functions, events and errors with their comments in NatSpec', async () => {
  const content = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @title A shop of saws
/// @notice Sells saws.
/// @dev Oil it.
abstract contract Shop is Base, IShop {
    /// @notice A saw was sold.
    event Sold(address indexed buyer, uint256 saw);
    /// @notice No saw is left.
    error SoldOut();
    /// @notice The price of each saw.
    mapping(uint256 saw => uint256 price) public prices;
    /// @dev Hidden.
    uint256 private teeth = 3;
    enum Kind {
        /// A bow saw.
        Bow, Hand
    }
    /**
     * @notice Sells a saw.
     * @param saw The number of the saw.
     * @return price What it costs.
     * @custom:oz-upgrades-unsafe-allow delegatecall
     */
    function sell(uint256 saw)
        external
        payable
        returns (uint256 price)
    {
        string memory brace = "}";
        /// @solidity memory-safe-assembly
        assembly {
            price := 3
        }
    }
    /// @inheritdoc IShop
    function close() external {}
    /// @dev Sets the owner.
    constructor(address owner) Base(owner) {}
}
`;
  expect(await symbolsOf('contracts/Shop.sol', content)).toEqual([
    ['Shop', 'abstract contract Shop is Base, IShop'],
    ['Shop.Sold', 'event Sold(address indexed buyer, uint256 saw)'],
    ['Shop.SoldOut', 'error SoldOut()'],
    ['Shop.prices', 'mapping(uint256 saw => uint256 price) public prices'],
    ['Shop.Kind.Bow', 'Bow'],
    [
      'Shop.sell',
      'function sell(uint256 saw)\n        external\n        payable\n        returns (uint256 price)',
    ],
    ['Shop.constructor', 'constructor(address owner) Base(owner)'],
  ]);
  const document = await parseSource('contracts/Shop.sol', content);
  expect(text(section(document, 'Shop'))).toContain('A shop of saws\n\nSells saws.\n\nOil it.');
  expect(text(section(document, 'Shop.sell'))).toContain('- `saw`: The number of the saw.');
  expect(text(section(document, 'Shop.sell'))).not.toContain('custom');
});

test.each(['zig', 'gleam', 'sol'])('a hostile source of %s takes little time', async (ending) => {
  const sources = [
    '/// A.\n'.repeat(20_000),
    '/// A.\nconst a = '.repeat(10_000),
    'pub const A = struct {\n/// A.\n'.repeat(1_900),
    `/// A.\npub fn a${' ('.repeat(1_000)}`,
    'contract A {\n/// A.\n'.repeat(1_900),
    'type A'.repeat(20_000),
    '////a\n'.repeat(20_000),
  ];
  const elapsed = startCpuClock();
  for (const source of sources) await parseSource(`src/saw.${ending}`, source);
  expect(elapsed()).toBeLessThan(10);
});
