import { describe, expect, test } from 'vitest';
import { clientConfigurations, type Connection, type Machine } from './clients.ts';

const machine: Machine = { platform: 'linux', home: '/home/ada', project: '/work', env: {} };
const stdio: Connection = {
  kind: 'stdio',
  command: 'lectern',
  args: ['mcp'],
  withKey: true,
};

function client(id: string): (typeof clientConfigurations)[number] {
  return clientConfigurations.find((one) => one.id === id)!;
}

describe('clientConfigurations', () => {
  test.each([
    ['claude-code', { CLAUDE_CONFIG_DIR: '/c' }, '/c/.claude.json'],
    ['codex', { CODEX_HOME: '/c' }, '/c/config.toml'],
    ['codex', { CODEX_HOME: '' }, '/home/ada/.codex/config.toml'],
    ['claude-code', { CLAUDE_CONFIG_DIR: '' }, '/home/ada/.claude.json'],
    ['copilot', { COPILOT_HOME: '/c' }, '/c/mcp-config.json'],
    ['opencode', { XDG_CONFIG_HOME: '/c' }, '/c/opencode/opencode.json'],
    ['zed', { XDG_CONFIG_HOME: '/c' }, '/c/zed/settings.json'],
    ['vscode', { XDG_CONFIG_HOME: '' }, '/home/ada/.config/Code/User/mcp.json'],
  ])('%s: the file has the path for %j', (id, env, file) => {
    expect(client(id).userFile({ ...machine, env })).toBe(file);
  });

  test('Zed reads the same folder on macOS, whatever the environment contains', () => {
    const mac: Machine = { ...machine, platform: 'darwin', env: { XDG_CONFIG_HOME: '/c' } };
    expect(client('zed').userFile(mac)).toBe('/home/ada/.config/zed/settings.json');
  });

  test.each([
    ['claude-code', { env: { LECTERN_API_KEY: '${LECTERN_API_KEY}' } }],
    ['cursor', { env: { LECTERN_API_KEY: '${env:LECTERN_API_KEY}' } }],
    ['vscode', { env: { LECTERN_API_KEY: '${env:LECTERN_API_KEY}' } }],
    ['codex', { env_vars: ['LECTERN_API_KEY'] }],
    ['gemini', { env: { LECTERN_API_KEY: '$LECTERN_API_KEY' } }],
    ['qwen', { env: { LECTERN_API_KEY: '$LECTERN_API_KEY' } }],
    ['opencode', { environment: { LECTERN_API_KEY: '{env:LECTERN_API_KEY}' } }],
    ['windsurf', { env: { LECTERN_API_KEY: '${env:LECTERN_API_KEY}' } }],
    ['copilot', { env: { LECTERN_API_KEY: '${LECTERN_API_KEY}' } }],
  ])('%s passes the key to the program that it starts', (id, expected) => {
    expect(client(id).entry(stdio)).toMatchObject(expected);
    expect(client(id).entry({ ...stdio, withKey: false })).not.toHaveProperty(
      Object.keys(expected)[0]!,
    );
  });
});
