import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setJsonEntry } from './edit-json.ts';

const entry = { url: 'http://127.0.0.1:7700/mcp' };
const path = ['mcpServers', 'lectern'];
const set = (text: string): string => setJsonEntry(text, path, entry);

describe('setJsonEntry', () => {
  test('creates a missing file', () => {
    expect(JSON.parse(set(''))).toEqual({ mcpServers: { lectern: entry } });
  });

  test('adds to other entries and keeps every character of them', () => {
    const text = `// settings
{
    "theme": "dark", // mine
    "mcpServers": {
        /* first */
        "other": { "command": "x", "args": ["{", "//"] }, // trailing
    },
    "big": 12345678901234567890,
}
`;
    expect(set(text)).toBe(`// settings
{
    "theme": "dark", // mine
    "mcpServers": {
        /* first */
        "other": { "command": "x", "args": ["{", "//"] }, // trailing
        "lectern": {
            "url": "http://127.0.0.1:7700/mcp"
        }
    },
    "big": 12345678901234567890,
}
`);
  });

  test.each([
    [
      '{}',
      '{\n  "mcpServers": {\n    "lectern": {\n      "url": "http://127.0.0.1:7700/mcp"\n    }\n  }\n}',
    ],
    [
      '{"mcpServers": {\n// none yet\n}}',
      '{"mcpServers": {\n  "lectern": {\n    "url": "http://127.0.0.1:7700/mcp"\n  }\n// none yet\n}}',
    ],
  ])('adds to the empty object of %j', (text, expected) => {
    expect(set(text)).toBe(expected);
  });

  test('does nothing the second time', () => {
    for (const text of ['', '{}', '{"mcpServers": {"a": {}}}', '\uFEFF{\r\n  "a": 1\r\n}\r\n']) {
      const once = set(text);
      expect(set(once)).toBe(once);
    }
  });

  test('replaces the connection and keeps fields of the user', () => {
    const old =
      '{"mcpServers": {"lectern": {"command": "x", "args": [], "alwaysAllow": ["query-docs"]}}}';
    expect(JSON.parse(set(old))).toEqual({
      mcpServers: { lectern: { ...entry, alwaysAllow: ['query-docs'] } },
    });
  });

  test('adds a variable to those of the user', () => {
    const env = { LECTERN_API_KEY: '$LECTERN_API_KEY' };
    const old = '{"mcpServers": {"lectern": {"command": "x", "env": {"HTTPS_PROXY": "http://p"}}}}';
    const text = setJsonEntry(old, path, { command: 'x', env });
    expect(JSON.parse(text)).toEqual({
      mcpServers: { lectern: { command: 'x', env: { HTTPS_PROXY: 'http://p', ...env } } },
    });
    expect(setJsonEntry(text, path, { command: 'x', env })).toBe(text);
    const without = JSON.parse(setJsonEntry(text, path, { command: 'x' }));
    expect(without.mcpServers.lectern.env).toEqual({ HTTPS_PROXY: 'http://p' });
  });

  test('removes the reference to the key, but never a literal key', () => {
    const text = (key: string): string =>
      JSON.stringify({ mcpServers: { lectern: { command: 'x', env: { LECTERN_API_KEY: key } } } });
    expect(JSON.parse(set(text('${env:LECTERN_API_KEY}')))).toEqual({
      mcpServers: { lectern: entry },
    });
    const written = JSON.parse(setJsonEntry(text('lct_1'), path, { command: 'y' }));
    expect(written.mcpServers.lectern).toEqual({ command: 'y', env: { LECTERN_API_KEY: 'lct_1' } });
  });

  test.each([
    ['{"a": 1,, }', /line 1/],
    ['{\n"a": }', /a value was expected in line 2/],
    ['[1]', /the file is not an object/],
    ['{"mcpServers": 5}', /mcpServers is not an object/],
    ['{"mcpServers": {"lectern": {"url": "x" /* why */}}}', /comments, which would be lost/],
    ['{"a": 1} 2', /nothing more/],
    ['{"a": 1} more', /valid JSON was expected in line 1/],
    ['['.repeat(5000), /less depth/],
  ])('refuses %j', (text, message) => {
    expect(() => set(text)).toThrow(message);
  });

  test('all settings keep their values, and get the entry', () => {
    const settings = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(
        settings,
        fc.constantFrom(undefined, 2, '\t'),
        fc.boolean(),
        (value, space, crlf) => {
          fc.pre(!Object.hasOwn(value, 'mcpServers') && !Object.hasOwn(value, '__proto__'));
          const plain = JSON.stringify(value, null, space);
          const text = crlf ? plain.replaceAll('\n', '\r\n') : plain;
          const edited = set(text);
          expect(JSON.parse(edited)).toEqual({
            ...(JSON.parse(plain) as object),
            mcpServers: { lectern: entry },
          });
          expect(set(edited)).toBe(edited);
        },
      ),
    );
  });
});
