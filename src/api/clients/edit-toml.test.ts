import { describe, expect, test } from 'vitest';
import { setTomlTable } from './edit-toml.ts';

const values = { url: 'http://127.0.0.1:7700/mcp' };
const set = (text: string): string => setTomlTable(text, ['mcp_servers', 'lectern'], values);
const table = '[mcp_servers.lectern]\nurl = "http://127.0.0.1:7700/mcp"\n';

describe('setTomlTable', () => {
  test('creates a missing file, and writes lists', () => {
    expect(set('')).toBe(table);
    const started = { command: 'node', args: ['a "b"', 'c'] };
    expect(setTomlTable('', ['mcp_servers', 'lectern'], started)).toBe(
      '[mcp_servers.lectern]\ncommand = "node"\nargs = ["a \\"b\\"", "c"]\n',
    );
  });

  test('adds at the end and changes no existing line', () => {
    const text = `model = "x" # [mcp_servers.lectern]
note = """
[mcp_servers.lectern]
"""
list = [
  "[mcp_servers.lectern]", # ]
]

[mcp_servers.other]
command = "y"
`;
    expect(set(text)).toBe(`${text}\n${table}`);
  });

  test('replaces the connection and keeps keys of the user', () => {
    const text = `[mcp_servers."lectern"] # mine
command = "old"
args = [
  "a",
]
# longer, it is slow
startup_timeout_sec = 20

[mcp_servers.lectern.tools]
a = 1
`;
    expect(set(text)).toBe(`[mcp_servers."lectern"] # mine
url = "http://127.0.0.1:7700/mcp"
# longer, it is slow
startup_timeout_sec = 20

[mcp_servers.lectern.tools]
a = 1
`);
  });

  test('writes the variables of a program, and removes them for HTTP', () => {
    const started = { command: 'node', env_vars: ['LECTERN_API_KEY'] };
    const path: [string, string] = ['mcp_servers', 'lectern'];
    const text = setTomlTable('', path, started);
    expect(text).toBe('[mcp_servers.lectern]\ncommand = "node"\nenv_vars = ["LECTERN_API_KEY"]\n');
    expect(setTomlTable(text, path, started)).toBe(text);
    expect(set(text)).toBe(table);
  });

  test('keeps variables of the user', () => {
    const text = '[mcp_servers.lectern]\ncommand = "x"\nenv_vars = ["HTTPS_PROXY"]\n';
    const values = { command: 'node', env_vars: ['LECTERN_API_KEY'] };
    expect(() => setTomlTable(text, ['mcp_servers', 'lectern'], values)).toThrow(
      'mcp_servers.lectern has its own env_vars, which would be lost',
    );
  });

  test('keeps keys behind a path of Windows that ends in a backslash', () => {
    const path = String.raw`home = '''C:\saws\'''`;
    expect(set(`[mcp_servers.lectern]\ncommand = "x"\n${path}\nslow = true\n`)).toBe(
      `${table}${path}\nslow = true\n`,
    );
  });

  test('does nothing the second time', () => {
    for (const text of ['', 'a = 1', '[x]\r\ny = 1\r\n', `${table}\n[z]\na = 1\n`]) {
      const once = set(text);
      expect(set(once)).toBe(once);
    }
  });

  test.each([
    ['mcp_servers = { lectern = { url = "x" } }', /line 1 defines mcp_servers/],
    ['mcp_servers.lectern.url = "x"', /line 1/],
    ['[mcp_servers]\nlectern = { url = "x" }', /line 2/],
    ['a = """\nopen', /has no end/],
  ])('refuses %j', (text, message) => {
    expect(() => set(text)).toThrow(message);
  });
});
