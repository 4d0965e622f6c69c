import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clientConfigurations } from '../../../src/api/clients/clients.ts';
import { runLectern, type Finished } from '../../support/lectern.ts';

const url = 'http://docs.example.com:7700';

/** Creates a home folder. Returns it with a function that runs lectern setup in it. */
async function home(): Promise<{
  folder: string;
  setup: (...args: string[]) => Promise<Finished>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-setup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const unset = {
    XDG_CONFIG_HOME: undefined,
    CODEX_HOME: undefined,
    CLAUDE_CONFIG_DIR: undefined,
    COPILOT_HOME: undefined,
  };
  return {
    folder,
    setup: (...args) =>
      runLectern(['setup', ...args], { ...unset, HOME: folder, LECTERN_URL: url }),
  };
}

describe('lectern setup', () => {
  test.each(clientConfigurations.map(({ id, name }) => [id, name]))(
    '%s: writes its file once, and reports that the second time',
    async (id, name) => {
      const { setup, folder } = await home();
      const first = await setup(id);
      expect(first).toMatchObject({ code: 0, stderr: '' });
      const [, file] = /wrote (\S+)/.exec(first.stdout.replaceAll('Application Support', '?'))!;
      expect(file).toContain(folder);
      const text = await readFile(file!, 'utf8');
      expect(text).toContain('lectern');
      expect(text).toContain(id === 'claude-desktop' ? url : `${url}/mcp`);
      const second = await setup(id);
      expect(second.stdout).toContain(`${name} already has this server`);
      expect(await readFile(file!, 'utf8')).toBe(text);
      expect((await stat(file!)).mode & 0o077).toBe(0);
    },
  );

  test.each(['claude-code', 'codex', 'qwen', 'copilot'])(
    '%s: says nothing about the file of a project, which it does not write',
    async (id) => {
      const { setup } = await home();

      expect((await setup(id)).stdout).not.toContain('project');
    },
  );

  test('names the file that it cannot read', async () => {
    const { setup, folder } = await home();
    await mkdir(join(folder, '.cursor', 'mcp.json'), { recursive: true });

    const { code, stderr } = await setup('cursor');

    expect(code).toBe(1);
    expect(stderr).toContain(`${join(folder, '.cursor', 'mcp.json')} was not changed: EISDIR`);
  });

  test('names the file that it cannot write, and shows what to add', async () => {
    const { setup, folder } = await home();
    await symlink(join(folder, 'unmounted'), join(folder, '.cursor'));

    const { code, stderr } = await setup('cursor');

    expect(code).toBe(1);
    expect(stderr).toContain(`${join(folder, '.cursor', 'mcp.json')} was not changed: EEXIST`);
    expect(stderr).toContain(`"url": "${url}/mcp"`);
  });

  test('changes no file that is not UTF-8, because its other bytes would be lost', async () => {
    const { setup, folder } = await home();
    await mkdir(join(folder, '.codex'));
    const file = join(folder, '.codex/config.toml');
    const text = Buffer.from('author = "J\xf6rg"\n', 'latin1');
    await writeFile(file, text);

    const { code, stderr } = await setup('codex');

    expect(code).toBe(1);
    expect(stderr).toContain(`${file} was not changed: it is not UTF-8. Add this yourself:`);
    expect(await readFile(file)).toEqual(text);
  });

  test('edits the files in the home folder of the account if HOME is empty', async () => {
    const { stdout } = await runLectern(['setup', 'cursor', '--print'], { HOME: '' });

    expect(stdout).toContain(`# ${join(userInfo().homedir, '.cursor/mcp.json')}\n`);
  });

  test('keeps other entries, comments, the mode and a link, also with a strict umask', async () => {
    const { setup, folder } = await home();
    const umask = process.umask(0o077);
    onTestFinished(() => void process.umask(umask));
    await mkdir(join(folder, '.config/zed'), { recursive: true });
    const real = join(folder, 'dotfiles.json');
    await writeFile(real, '// mine\n{\n  "theme": "One Dark", // dark\n}\n');
    await chmod(real, 0o640);
    await symlink(real, join(folder, '.config/zed/settings.json'));
    expect((await setup('zed')).code).toBe(0);
    const text = await readFile(real, 'utf8');
    expect(text).toContain('// mine\n{\n  "theme": "One Dark", // dark\n  "context_servers": {');
    expect((await stat(real)).mode & 0o777).toBe(0o640);
    expect(await readdir(join(folder, '.config/zed'))).toEqual(['settings.json']);
  });

  test('edits the file with comments where the client has one', async () => {
    const { setup, folder } = await home();
    await mkdir(join(folder, '.config/opencode'), { recursive: true });
    const file = join(folder, '.config/opencode/opencode.jsonc');
    await writeFile(file, '{ // models\n}');
    expect((await setup('opencode')).stdout).toContain('opencode.jsonc');
    expect(await readFile(file, 'utf8')).toContain('// models');
  });

  test('does not change a file that it cannot edit, and shows what to add', async () => {
    const { setup, folder } = await home();
    await mkdir(join(folder, '.cursor'));
    const file = join(folder, '.cursor/mcp.json');
    await writeFile(file, '{ "mcpServers": ');
    const { code, stderr } = await setup('cursor');
    expect(code).toBe(1);
    expect(stderr).toContain(`${file} was not changed: it is not JSON`);
    expect(stderr).toContain(`"url": "${url}/mcp"`);
    expect(await readFile(file, 'utf8')).toBe('{ "mcpServers": ');
  });

  test('names the variable of the key, never a key', async () => {
    const { setup } = await home();
    const shown = await setup('codex', '--with-key', '--print');
    expect(shown.stdout).toContain('bearer_token_env_var = "LECTERN_API_KEY"');
    const cannot = await setup('zed', '--with-key');
    expect(cannot.code).toBe(1);
    expect(cannot.stderr).toContain(
      'Zed cannot take a key from the environment; a program that it starts can: add --stdio',
    );
  });

  test('--stdio --with-key names the variable where the client would hide it from the program', async () => {
    const { setup, folder } = await home();
    await setup('gemini', '--stdio', '--with-key');
    const gemini = JSON.parse(await readFile(join(folder, '.gemini/settings.json'), 'utf8'));
    expect(gemini.mcpServers.lectern.env).toEqual({ LECTERN_API_KEY: '$LECTERN_API_KEY' });
    await setup('codex', '--stdio', '--with-key');
    const codex = await readFile(join(folder, '.codex/config.toml'), 'utf8');
    expect(codex).toContain('\nenv_vars = ["LECTERN_API_KEY"]\n');
    const cannot = await setup('claude-desktop', '--with-key');
    expect(cannot).toMatchObject({ code: 1, stdout: '' });
    expect(cannot.stderr).toContain('Claude Desktop cannot take a key from the environment.');
  });

  test('--stdio names this very program', async () => {
    const { setup } = await home();
    const { stdout } = await setup('claude-code', '--stdio', '--print', '--url', `${url}/mcp`);
    const { mcpServers } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    expect(mcpServers.lectern).toMatchObject({ type: 'stdio', command: process.execPath });
    expect(mcpServers.lectern.args.slice(1)).toEqual(['mcp', '--url', url]);
  });

  test('lists the clients that it knows, and reports unknown ones', async () => {
    const { setup } = await home();
    const { stdout } = await setup();
    for (const { id } of clientConfigurations) expect(stdout).toContain(id);
    expect(await setup('notepad')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('known clients are claude-code, cursor'),
    });
    expect(await setup('zed', '--url', 'nonsense')).toMatchObject({ code: 2 });
    expect(await setup('windsurf', '--project')).toMatchObject({ code: 2 });
  });

  test.each(['../shop', 'My Shop', '@acme/shop'])(
    'writes no entry for %s, because no project on a server has that name',
    async (name) => {
      const { setup } = await home();
      const { code, stdout, stderr } = await setup('cursor', '--print', '--project', name);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`not ${name}. Without a name`);
    },
  );
});
