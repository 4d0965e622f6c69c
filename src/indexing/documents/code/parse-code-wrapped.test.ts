import { expect, test } from 'vitest';
import { codes, names, section, text } from '../../../../test/support/sections.ts';
import { parseSource as parse } from '../../../../test/support/source-code.ts';

const inside = `
  'use strict';
  /** Makes a saw. */
  function Saw(teeth) { this.teeth = teeth; }
  /** Cuts a board.
   * @param {number} depth In meters. */
  Saw.cut = function (depth) { return help(depth); };
  Saw.prototype = {
    /** Oils it. */
    oil: function (drops) {},
    _dull: function () {}
  };
  /** Nobody sees it. */
  function help(depth) { return depth; }
`;

test.each([
  ['a function that is called at once', `(function () {${inside}  window.Saw = Saw;\n})();`],
  ['an arrow function that is called at once', `(() => {${inside}  globalThis.Saw = Saw;\n})();`],
  ['a function behind a sign', `!function () {${inside}  this.Saw = Saw;\n}();`],
  [
    'a module for all loaders',
    `(function (root, factory) {\n  if (typeof define === 'function' && define.amd) define([], factory);\n  else root.Saw = factory();\n}(this, function () {${inside}  return Saw;\n}));`,
  ],
  ['a module of AMD', `define(['oil'], function (oil) {${inside}  return { Saw };\n});`],
])('%s shows what it gives to others', async (_, source) => {
  const document = await parse('src/saw.js', `${source}\n`);
  expect(names(document)).toEqual(['Saw', 'Saw.cut', 'Saw.oil']);
  expect(text(section(document, 'Saw.cut'))).toContain('In meters.');
  expect(codes(section(document, 'Saw.oil'))[0]!.code).toBe('oil: function (drops)');
});

test('functions that other functions get are no module', async () => {
  const source =
    "describe('saw', function () {\n  /** Cuts. */\n  Saw.cut = function () {};\n});\n";
  expect(names(await parse('src/saw.js', source))).toEqual([]);
});

test.each(['Saw.prototype', 'acme.extend(Saw, acme.Tool)', 'Saw.prototype = new Tool()'])(
  'members of %s by a short name belong to the type',
  async (prototype) => {
    const source = `(function () {\n  function Saw() {}\n  var p = ${prototype};\n  /** Cuts. */\n  p.cut = function (depth) {};\n  p.bare = function () {};\n})();\n`;
    expect(names(await parse('src/saw.js', source))).toEqual(['Saw.cut']);
  },
);

test('a prototype keeps its comment beside those of its members', async () => {
  const source =
    '/** Saws need oil. */\nacme.Saw.prototype = {\n  /** Cuts. */\n  cut: function () {},\n  bare: function () {}\n};\n';
  expect(names(await parse('src/saw.js', source))).toEqual(['acme.Saw.prototype', 'acme.Saw.cut']);
});

test.each(['new Class(', 'Tool.extend(', 'declare([Tool], ', 'acme.declare("saw", '])(
  'a class that %s makes of an object has its members',
  async (call) => {
    const source = `/** Cuts wood. */\nvar Saw = ${call}{\n  /** Cuts. */\n  cut: function (depth) {},\n  bare: function () {}\n});\nmodule.exports = Saw;\n`;
    const document = await parse('src/saw.js', source);
    expect(names(document)).toEqual(['Saw', 'Saw.cut']);
    expect(codes(section(document, 'Saw.cut'))[0]!.code).toBe('cut: function (depth)');
  },
);
