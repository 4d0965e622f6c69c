import { describe, expect, test } from 'vitest';
import { checkDescription } from './check-description.ts';

const info = { title: 'Pets', version: '1' };
const paths = { '/pets': { get: { responses: {} } } };

describe('a description that is sent', () => {
  test.each([
    [JSON.stringify({ openapi: '3.0.3', info, paths })],
    [JSON.stringify({ openapi: '3.1.0', info, webhooks: { born: {} } })],
    [JSON.stringify({ swagger: '2.0', info, definitions: { Pet: {} } })],
    ['swagger: 2.0\ninfo: { title: Pets }\npaths: { /pets: {} }'],
    ['openapi: 3.0\ninfo: { title: Pets }\npaths: { /pets: {} }'],
  ])('%s is one', (text) => {
    expect(checkDescription('pets.json', text)).toEqual({ title: 'Pets' });
  });

  test('a string of some megabytes in it is nothing special', () => {
    const long = 'x\n'.repeat(4_000_000);
    const text = JSON.stringify({ openapi: '3.0.3', info, paths, 'x-icon': long });
    expect(checkDescription('pets.json', text)).toEqual({ title: 'Pets' });
  });

  test.each([
    ['', 'it is empty'],
    ['<!doctype html><p>', 'pets.json is an HTML page'],
    ['{"openapi": "3.0.0",\n"paths": {]}', 'its JSON is broken on line 2'],
    ['openapi: 3.0.0\npaths: [', 'its YAML is broken'],
    ['[1]', 'it is not an object at the top'],
    [`openapi: 3.0.0\npaths: [a", ${'['.repeat(300)}\n`, 'it nests deeper than 200 levels'],
    [`{"a": "\\"${'['.repeat(300)}"}`, 'it is no API description'],
    ['{"name": "pets", "version": "1"}', 'it is no API description'],
    ['{"paths": {}}', 'an object with the fields paths'],
    ['{"openapi": "4.0.0", "paths": {"/a": {}}}', '`openapi: "4.0.0"`; expected `openapi: 3.x`'],
    ['{"openapi": {"x": 1}, "paths": {"/a": {}}}', '`openapi: {"x":1}`'],
    ['{"swagger": "1.2", "paths": {"/a": {}}}', '`swagger: "1.2"`'],
    ['{"openapi": "3.0.0", "info": {}, "paths": {}}', 'it describes nothing'],
  ])('%s is none, and is told why', (text, message) => {
    expect(() => checkDescription('pets.json', text)).toThrow(message);
  });
});
