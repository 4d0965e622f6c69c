import { join } from 'node:path';

/** How a client reaches the server: by its address, or by a program that it starts. */
export type Connection =
  | { kind: 'http'; url: string; withKey: boolean }
  | { kind: 'stdio'; command: string; args: string[] };

/** Where a client's files are, on this machine or another. */
export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  /** Folder of the project. */
  project: string;
  env: Record<string, string | undefined>;
}

type Entry = Record<string, unknown>;

/** A client, as its own documentation says it is configured. */
export interface ClientConfiguration {
  id: string;
  name: string;
  format: 'json' | 'toml';
  /** Names under which the entry stands; the entry's own name follows. */
  path: string[];
  /** Undefined where the client has no such file. */
  userFile: (machine: Machine) => string;
  projectFile?: (machine: Machine) => string;
  /** Undefined where the client cannot connect that way. */
  entry: (connection: Connection) => Entry | undefined;
  /** What a person runs instead of editing a file, where the client has such a command. */
  command?: (url: string) => string;
  /** What else there is to know, in a sentence. */
  note?: string;
  documentation: string;
}

/** The name of the entry in every client. */
export const entryName = 'lectern';
/** Environment variable that clients take the key from. */
const keyVariable = 'LECTERN_API_KEY';

/** The entry most clients share. `key` is how the client writes the value of an environment variable. */
function entry(
  connection: Connection,
  { http, stdio = {}, key }: { http: (url: string) => Entry; stdio?: Entry; key?: string },
): Entry | undefined {
  if (connection.kind === 'stdio') {
    const { command, args } = connection;
    return { ...stdio, command, args };
  }
  if (!connection.withKey) return http(connection.url);
  if (key === undefined) return undefined;
  return { ...http(connection.url), headers: { Authorization: `Bearer ${key}` } };
}

/** Folder of VS Code's user settings. */
function codeFolder({ platform, home, env }: Machine): string {
  if (platform === 'win32')
    return join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), 'Code/User');
  if (platform === 'darwin') return join(home, 'Library/Application Support/Code/User');
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Code/User');
}

function desktopFolder({ platform, home, env }: Machine): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), 'Claude');
  if (platform === 'darwin') return join(home, 'Library/Application Support/Claude');
  return join(home, '.config/Claude');
}

/** Every client that `lectern setup`, the page at / and docs/guides/clients.md know. */
export const clientConfigurations: ClientConfiguration[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    format: 'json',
    path: ['mcpServers'],
    userFile: ({ home, env }) => join(env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json'),
    projectFile: ({ project }) => join(project, '.mcp.json'),
    entry: (connection) =>
      entry(connection, {
        http: (url) => ({ type: 'http', url }),
        stdio: { type: 'stdio' },
        key: `\${${keyVariable}}`,
      }),
    command: (url) => `claude mcp add --scope user --transport http ${entryName} ${url}`,
    documentation: 'https://code.claude.com/docs/en/mcp',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    format: 'json',
    path: ['mcpServers'],
    userFile: ({ home }) => join(home, '.cursor/mcp.json'),
    projectFile: ({ project }) => join(project, '.cursor/mcp.json'),
    entry: (connection) =>
      entry(connection, { http: (url) => ({ url }), key: `\${env:${keyVariable}}` }),
    documentation: 'https://cursor.com/docs/context/mcp',
  },
  {
    id: 'vscode',
    name: 'VS Code',
    format: 'json',
    path: ['servers'],
    userFile: (machine) => join(codeFolder(machine), 'mcp.json'),
    projectFile: ({ project }) => join(project, '.vscode/mcp.json'),
    entry: (connection) =>
      entry(connection, {
        http: (url) => ({ type: 'http', url }),
        stdio: { type: 'stdio' },
        key: `\${env:${keyVariable}}`,
      }),
    command: (url) => `code --add-mcp '{"name":"${entryName}","type":"http","url":"${url}"}'`,
    documentation: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
  },
  {
    id: 'codex',
    name: 'Codex',
    format: 'toml',
    path: ['mcp_servers'],
    userFile: ({ home, env }) => join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml'),
    projectFile: ({ project }) => join(project, '.codex/config.toml'),
    entry: (connection) =>
      connection.kind === 'http' && connection.withKey
        ? { url: connection.url, bearer_token_env_var: keyVariable }
        : entry(connection, { http: (url) => ({ url }) }),
    command: (url) => `codex mcp add ${entryName} --url ${url}`,
    note: 'Codex reads the file of a project only once you have told it to trust the project.',
    documentation: 'https://developers.openai.com/codex/mcp',
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    format: 'json',
    path: ['mcpServers'],
    userFile: ({ home }) => join(home, '.gemini/settings.json'),
    projectFile: ({ project }) => join(project, '.gemini/settings.json'),
    entry: (connection) =>
      entry(connection, { http: (url) => ({ httpUrl: url }), key: `$${keyVariable}` }),
    command: (url) => `gemini mcp add --scope user --transport http ${entryName} ${url}`,
    documentation: 'https://geminicli.com/docs/tools/mcp-server',
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    format: 'json',
    path: ['mcp'],
    userFile: ({ home }) => join(home, '.config/opencode/opencode.json'),
    projectFile: ({ project }) => join(project, 'opencode.json'),
    entry: (connection) =>
      connection.kind === 'stdio'
        ? { type: 'local', command: [connection.command, ...connection.args], enabled: true }
        : entry(connection, {
            http: (url) => ({ type: 'remote', url, enabled: true }),
            key: `{env:${keyVariable}}`,
          }),
    note: 'OpenCode 2 reads this form of version 1 too.',
    documentation: 'https://opencode.ai/docs/mcp-servers',
  },
  {
    id: 'zed',
    name: 'Zed',
    format: 'json',
    path: ['context_servers'],
    userFile: ({ platform, home, env }) =>
      platform === 'win32'
        ? join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), 'Zed/settings.json')
        : join(home, '.config/zed/settings.json'),
    projectFile: ({ project }) => join(project, '.zed/settings.json'),
    entry: (connection) => entry(connection, { http: (url) => ({ url }) }),
    documentation: 'https://zed.dev/docs/ai/mcp',
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    format: 'json',
    path: ['mcpServers'],
    userFile: ({ home }) => join(home, '.codeium/windsurf/mcp_config.json'),
    entry: (connection) =>
      entry(connection, {
        http: (url) => ({ serverUrl: url }),
        key: `\${env:${keyVariable}}`,
      }),
    documentation: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  },
  {
    id: 'copilot',
    name: 'GitHub Copilot CLI',
    format: 'json',
    path: ['mcpServers'],
    userFile: ({ home }) => join(home, '.copilot/mcp-config.json'),
    entry: (connection) =>
      entry(connection, {
        http: (url) => ({ type: 'http', url, tools: ['*'] }),
        stdio: { type: 'stdio', tools: ['*'] },
        key: `\${${keyVariable}}`,
      }),
    documentation: 'https://docs.github.com/en/copilot/how-tos/use-copilot-agents/use-copilot-cli',
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    format: 'json',
    path: ['mcpServers'],
    userFile: (machine) => join(desktopFolder(machine), 'claude_desktop_config.json'),
    entry: (connection) =>
      connection.kind === 'stdio' ? entry(connection, { http: () => ({}) }) : undefined,
    note: 'Its file names programs only, so it starts `lectern mcp`.',
    documentation: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  },
];
