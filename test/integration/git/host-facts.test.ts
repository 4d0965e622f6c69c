import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hostFacts } from '../../../src/indexing/sources/git/host-facts.ts';
import type { HostKind } from '../../../src/indexing/sources/git/hosts.ts';
import { createGitOpener } from '../../../src/indexing/sources/git/open-git.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { env, readAll, Scratch } from './harness.ts';

const scratch = await Scratch.create();
let api: Server;
let apiUrl: string;
let git: GitServer;
let asked: string[];
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  api = createServer((request, response) => {
    asked.push(request.url ?? '');
    respond(response);
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/api`;
  const repository = await TestRepository.create(scratch.folder('work'), { 'README.md': 'x' });
  await repository.publish(scratch.folder('served/o/r.git'));
  await repository.git('--git-dir', scratch.folder('served/o/r.git'), 'tag', 'v1', 'HEAD');
  git = await startGitServer({ root: scratch.folder('served') });
});

afterAll(async () => {
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  await git.close();
  await scratch.remove();
});

beforeEach(() => {
  asked = [];
});

const page = { url: 'https://host.example/o/r', host: 'host.example', path: 'o/r' };

function ask(kind: HostKind, signal = new AbortController().signal): ReturnType<typeof hostFacts> {
  const hosts = [{ host: 'host.example', kind, apiUrl, timeoutMs: 60_000 }];
  return hostFacts(page, { hosts, allowedRanges: ['127.0.0.0/8'], signal });
}

function json(value: unknown): void {
  respond = (response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
}

describe('facts of a repository', () => {
  test('come from an API like that of GitHub', async () => {
    json({
      name: 'widgets',
      description: 'Makes\nwidgets',
      stargazers_count: 12,
      default_branch: 'trunk',
      license: { spdx_id: 'Apache-2.0' },
    });
    expect(await ask('github')).toEqual({
      title: 'widgets',
      description: 'Makes widgets',
      stars: 12,
      branch: 'trunk',
      license: 'Apache-2.0',
    });
    expect(asked).toEqual(['/api/repos/o/r']);
  });

  test('come from an API like that of GitLab', async () => {
    json({ name: 'widgets', star_count: 3, license: { key: 'apache-2.0' }, description: null });
    expect(await ask('gitlab')).toEqual({ title: 'widgets', stars: 3, license: 'Apache-2.0' });
    expect(asked).toEqual(['/api/projects/o%2Fr?license=true']);
  });

  test('come from an API like that of Bitbucket', async () => {
    json({ name: 'widgets', description: 'Text' });
    expect(await ask('bitbucket')).toEqual({ title: 'widgets', description: 'Text' });
    expect(asked).toEqual(['/api/repositories/o/r']);
  });

  test('come from an API like that of Gitea', async () => {
    json({ name: 'widgets', stars_count: 4, licenses: ['MIT'] });
    expect(await ask('gitea')).toEqual({ title: 'widgets', stars: 4, license: 'MIT' });
  });

  test('include the status of a repository at its host', async () => {
    const standing = {
      createdAt: '2015-01-02T03:04:05.000Z',
      activeAt: '2026-01-02T03:04:05.000Z',
      owner: 'organization',
    };
    const answers = {
      github: {
        created_at: '2015-01-02T03:04:05Z',
        pushed_at: '2026-01-02T03:04:05Z',
        fork: false,
        archived: true,
        owner: { type: 'Organization' },
      },
      gitlab: {
        created_at: '2015-01-02T03:04:05.000+00:00',
        last_activity_at: '2026-01-02T03:04:05.000Z',
        forked_from_project: { id: 1 },
        namespace: { kind: 'group' },
      },
      bitbucket: {
        created_on: '2015-01-02T03:04:05.000000+00:00',
        updated_on: '2026-01-02T03:04:05.000000+00:00',
        parent: null,
        owner: { type: 'team' },
      },
    };
    json(answers.github);
    expect(await ask('github')).toEqual({ host: { ...standing, archived: true } });
    json(answers.gitlab);
    expect(await ask('gitlab')).toEqual({ host: { ...standing, fork: true } });
    json(answers.bitbucket);
    expect(await ask('bitbucket')).toEqual({ host: standing });
  });

  test('include whether GitHub has verified the organization, if it responds', async () => {
    json({ owner: { type: 'Organization', login: 'o o' }, is_verified: true });
    expect(await ask('github')).toEqual({ host: { owner: 'organization', verified: true } });
    expect(asked).toEqual(['/api/repos/o/r', '/api/orgs/o%20o']);

    json({ owner: { type: 'User', login: 'o' }, is_verified: true });
    expect(await ask('github')).toEqual({ host: { owner: 'user' } });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['fails', (response) => response.writeHead(500).end()],
    ['knows no such repository', (response) => response.writeHead(404).end()],
    [
      'says that the repository has moved',
      (response) => response.writeHead(301, { location: '/api/repos/o/new' }).end(),
    ],
    ['answers nonsense', (response) => response.end('<html>')],
    [
      'answers with other types',
      (response) => response.end('{"name": 3, "stargazers_count": "many", "license": []}'),
    ],
    ['answers null', (response) => response.end('null')],
    ['hangs up', (response) => response.destroy()],
  ])('are absent where the API %s', async (_, answer) => {
    respond = answer;
    expect(await ask('github')).toEqual({});
    expect(new Set(asked)).toEqual(new Set(['/api/repos/o/r']));
  });

  test('are absent if the run ends meanwhile', async () => {
    const abort = new AbortController();
    respond = () => abort.abort();
    expect(await ask('github', abort.signal)).toEqual({});
  });

  test('are not requested from unknown hosts', async () => {
    const options = { hosts: [], allowedRanges: [], signal: new AbortController().signal };
    expect(await hostFacts(page, options)).toEqual({});
  });

  test('are combined with facts from the repository, once for all its versions', async () => {
    json({ name: 'widgets', stargazers_count: 12, default_branch: 'elsewhere' });
    const hosts = [{ host: git.host, kind: 'github' as const, apiUrl, timeoutMs: 60_000 }];
    const open = createGitOpener({ gitProgram: 'git', env, hosts });
    const source = { url: `${git.origin}/o/r.git` };
    const { snapshot } = await readAll(open, source, await scratch.options());
    expect(snapshot.facts).toEqual({ title: 'widgets', stars: 12, branch: 'main' });
    await readAll(open, source, await scratch.options({ version: 'v1' }));
    expect(asked).toEqual(['/api/repos/o/r']);
  });
});
