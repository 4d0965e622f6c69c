import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { apiServer, operatorToken } from '../api/api-server.ts';

let written = '';
beforeEach(() => {
  written = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns the output of a command, which must succeed. */
async function lectern(url: string, ...words: string[]): Promise<string> {
  written = '';
  const server = ['--url', url, '--token', operatorToken];
  expect(await main(['node', 'lectern', ...words, ...server])).toBe(0);
  return written;
}

test('commands create, fill, show and empty a teamspace', async () => {
  const { url } = await apiServer({ teamspaces: [] });
  const run = (command: string) => lectern(url, ...command.split(' '));
  expect(await run('teamspaces create docs --plan pro')).toBe('Teamspace docs has the plan pro.\n');
  expect(await run('users list')).toContain('No users yet');
  expect(await run('users create ada --name Ada --email ada@example.org')).toContain(
    'lectern keys create ada --user ada',
  );
  await run('users create bob');
  expect(await run('users list')).toMatch(/^ID +NAME +EMAIL +CREATED\nada +Ada +ada@example.org/);
  expect(await run('teamspaces members docs')).toContain('has no members');
  expect(await run('teamspaces add-member docs ada --role owner')).toBe('ada is owner of docs.\n');
  expect(await run('teamspaces add-member docs bob')).toBe('bob is member of docs.\n');
  expect(await run('teamspaces members docs')).toMatch(
    /ada +owner +Ada +ada@example.org\nbob +mem/,
  );
  expect(await run('teamspaces projects docs')).toContain('has no projects');
  await run('teamspaces add-project docs web --name Web');
  expect(await run('teamspaces projects docs')).toMatch(/web +Web/);
  expect(await run('teamspaces set docs --plan free --name Documents')).toBe(
    'Teamspace docs ("Documents") has the plan free.\n',
  );
  expect(await run('teamspaces list')).toMatch(/docs +Documents +free/);
  expect(await run('teamspaces grant docs git/GitHub.com')).toBe(
    'Teamspace docs may use git/github.com.\n',
  );
  await run('teamspaces grant docs wiki');
  expect(await run('teamspaces revoke docs git/github.com')).toBe('Teamspace docs may use wiki.\n');

  expect(await run('keys create laptop --teamspace docs --user bob')).toContain(
    'Key "laptop" (bob, member of docs)',
  );
  expect(await run('keys list')).toMatch(/laptop +member +docs +bob +active/);
  expect(await run('teamspaces remove-member docs bob')).toContain('Removed bob from docs');
  expect(await run('teamspaces remove-project docs web')).toContain('Deleted project web');
  expect(await run('users delete bob')).toContain('Deleted user bob');
  expect(await run('teamspaces delete docs')).toBe('Deleted teamspace docs.\n');
  expect(JSON.parse(await run('teamspaces list --json'))).toMatchObject([{ id: 'default' }]);
});
