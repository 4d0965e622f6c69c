import { join } from 'node:path';

/** How a client reaches the server: by URL, or through a program that it starts. */
export type Connection =
  | { kind: 'http'; url: string; withKey: boolean }
  | { kind: 'stdio'; command: string; args: string[]; withKey: boolean };

/** The machine whose file paths are needed. */
export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  /** The project's folder. */
  project: string;
  env: Record<string, string | undefined>;
}

type Entry = Record<string, unknown>;

/** The configuration of a client, according to its documentation. */
export interface ClientConfiguration {
  id: string;
  name: string;
  format: 'json' | 'toml';
  /** Path of keys to the entries in the file; the entry's name follows. */
  path: string[];
  /** Returns the path of the user's file. */
  userFile: (machine: Machine) => string;
  projectFile?: (machine: Machine) => string;
  /** Returns undefined if the client does not support the connection. */
  entry: (connection: Connection) => Entry | undefined;
  /** Returns a command that replaces editing the file, for clients that have one. */
  command?: (url: string) => string;
  /** More information, in one sentence. */
  note?: string;
  /** Whether `note` is only about the file of a project. */
  notesProject?: true;
  documentation: string;
}

/** The name of the entry in every client. */
export const entryName = 'lectern';
/** Environment variable that clients take the key from. */
export const keyVariable = 'LECTERN_API_KEY';

/**
 * Returns the entry that most clients share. `key` is the client's syntax for the value of an environment variable. A client
 * without such syntax may still pass its whole environment to the programs that it starts (`inherits`).
 */
function entry(
  connection: Connection,
  {
    http,
    stdio = {},
    key,
    inherits = false,
  }: { http: (url: string) => Entry; stdio?: Entry; key?: string; inherits?: boolean },
): Entry | undefined {
  if (connection.kind === 'stdio') {
    const { command, args, withKey } = connection;
    if (!withKey || inherits) return { ...stdio, command, args };
    if (key === undefined) return undefined;
    // Several clients remove variables that look like secrets from a program's environment, unless the entry names them.
    return { ...stdio, command, args, env: { [keyVariable]: key } };
  }
  if (!connection.withKey) return http(connection.url);
  if (key === undefined) return undefined;
  return { ...http(connection.url), headers: { Authorization: `Bearer ${key}` } };
}

/** Returns the folder in which a desktop application keeps the settings of a user. */
function applicationFolder({ platform, home, env }: Machine, name: string): string {
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData/Roaming'), name);
  if (platform === 'darwin') return join(home, 'Library/Application Support', name);
  return join(configFolder({ home, env }), name);
}

/** Returns the folder of settings on Linux; some clients use it on every system. */
function configFolder({ home, env }: Pick<Machine, 'home' | 'env'>): string {
  return env['XDG_CONFIG_HOME'] || join(home, '.config');
}

/** All clients in `lectern setup`, on the dashboard and in docs/guides/clients.md. */
export const clientConfigurations: ClientConfiguration[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    format: 'json',
    path: ['mcpServers'],
    userFile: ({ home, env }) => join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json'),
    projectFile: ({ project }) => join(project, '.mcp.json'),
    entry: (connection) =>
      entry(connection, {
        http: (url) => ({ type: 'http', url }),
        stdio: { type: 'stdio' },
        key: `\${${keyVariable}}`,
      }),
    command: (url) => `claude mcp add --scope user --transport http ${entryName} ${url}`,
    note: 'Claude Code asks once, when it starts, before it uses the file of a project.',
    notesProject: true,
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
    userFile: (machine) => join(applicationFolder(machine, 'Code/User'), 'mcp.json'),
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
    userFile: ({ home, env }) => join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml'),
    projectFile: ({ project }) => join(project, '.codex/config.toml'),
    entry: ({ withKey, ...connection }) => {
      const plain = entry({ ...connection, withKey: false }, { http: (url) => ({ url }) });
      if (!withKey) return plain;
      return connection.kind === 'http'
        ? { ...plain, bearer_token_env_var: keyVariable }
        : { ...plain, env_vars: [keyVariable] };
    },
    command: (url) => `codex mcp add ${entryName} --url ${url}`,
    note: 'Codex reads the file of a project only once you have told it to trust the project.',
    notesProject: true,
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
    note: 'Gemini CLI connects only in folders that you have told it to trust, also by your own configuration.',
    documentation: 'https://geminicli.com/docs/tools/mcp-server',
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    format: 'json',
    path: ['mcpServers'],
    userFile: ({ home }) => join(home, '.qwen/settings.json'),
    projectFile: ({ project }) => join(project, '.qwen/settings.json'),
    entry: (connection) =>
      entry(connection, { http: (url) => ({ httpUrl: url }), key: `$${keyVariable}` }),
    command: (url) => `qwen mcp add --scope user --transport http ${entryName} ${url}`,
    note: 'The file of a project waits for `qwen mcp approve lectern`.',
    notesProject: true,
    documentation: 'https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp',
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    format: 'json',
    path: ['mcp'],
    userFile: (machine) => join(configFolder(machine), 'opencode/opencode.json'),
    projectFile: ({ project }) => join(project, 'opencode.json'),
    entry: (connection) =>
      connection.kind === 'stdio'
        ? {
            type: 'local',
            command: [connection.command, ...connection.args],
            enabled: true,
            ...(connection.withKey && { environment: { [keyVariable]: `{env:${keyVariable}}` } }),
          }
        : entry(connection, {
            http: (url) => ({ type: 'remote', url, enabled: true }),
            key: `{env:${keyVariable}}`,
          }),
    command: (url) => `opencode mcp add ${entryName} --url ${url}`,
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
        ? join(env['APPDATA'] || join(home, 'AppData/Roaming'), 'Zed/settings.json')
        : platform === 'darwin'
          ? join(home, '.config/zed/settings.json')
          : join(configFolder({ home, env }), 'zed/settings.json'),
    projectFile: ({ project }) => join(project, '.zed/settings.json'),
    entry: (connection) => entry(connection, { http: (url) => ({ url }), inherits: true }),
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
    userFile: ({ home, env }) =>
      join(env['COPILOT_HOME'] || join(home, '.copilot'), 'mcp-config.json'),
    projectFile: ({ project }) => join(project, '.github/mcp.json'),
    entry: (connection) =>
      entry(connection, {
        http: (url) => ({ type: 'http', url, tools: ['*'] }),
        stdio: { type: 'stdio', tools: ['*'] },
        key: `\${${keyVariable}}`,
      }),
    command: (url) => `copilot mcp add --transport http ${entryName} ${url}`,
    note: 'Copilot reads the file of a project only once you have told it to trust the folder.',
    notesProject: true,
    documentation:
      'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
  },
  {
    id: 'cline',
    name: 'Cline',
    format: 'json',
    path: ['mcpServers'],
    userFile: ({ home }) => join(home, '.cline/data/settings/cline_mcp_settings.json'),
    entry: (connection) =>
      entry(connection, { http: (url) => ({ type: 'streamableHttp', url }), inherits: true }),
    command: (url) => `cline mcp add ${entryName} --transport http --yes ${url}`,
    note: 'This is the file of its command line; the editor extension opens its own under MCP Servers, Configure.',
    documentation: 'https://docs.cline.bot/mcp/mcp-overview',
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    format: 'json',
    path: ['mcpServers'],
    userFile: (machine) => join(applicationFolder(machine, 'Claude'), 'claude_desktop_config.json'),
    entry: (connection) =>
      connection.kind === 'stdio' ? entry(connection, { http: () => ({}) }) : undefined,
    note: 'Its file names programs only, so it starts `lectern mcp`.',
    documentation: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  },
];
