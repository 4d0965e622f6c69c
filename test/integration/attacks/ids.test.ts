import { beforeAll, describe, expect, test } from 'vitest';
import { startApi, type ApiServer } from '../api/api-server.ts';

let server: ApiServer;
let member: { authorization: string };
beforeAll(async () => {
  server = await startApi();
  const { key } = await server.keys.create({ name: 'x', role: 'member', teamspace: 'default' });
  member = { authorization: `Bearer ${key}` };
  return server.close;
});

async function added(path: string, body: object, as = member): Promise<string> {
  const { status, json } = await server.send('POST', path, body, as);
  expect([status, json]).toMatchObject([path === '/api/parse' ? 202 : 200, {}]);
  return json.libraryName ?? json.project;
}

describe('the id of a known repository', () => {
  test.each<[path: string, body: object]>([
    ['/api/v2/add/repo/git', { docsRepoUrl: 'https://git.evil.example/vercel/next.js' }],
    ['/api/v2/add/repo/git', { docsRepoUrl: 'git@ssh.evil.example:vercel/next.js' }],
    ['/api/v2/add/repo/github', { docsRepoUrl: 'https://github.evil.example/vercel/next.js' }],
    ['/api/v2/add/repo/github', { docsRepoUrl: 'ssh://git@github.com:2222/vercel/next.js' }],
    ['/api/parse', { repoUrl: 'https://github.com.evil.example/vercel/next.js.git' }],
    ['/api/v2/add/repo/gitlab', { docsRepoUrl: 'https://gitlab.com/vercel/next/js' }],
  ])('does not go to a repository on another host (%s %j)', async (path, body) => {
    expect(await added(path, body)).not.toBe('/vercel/next.js');
  });

  test('remains free for the real one', async () => {
    const body = { docsRepoUrl: 'https://github.com/vercel/next.js' };
    expect(await added('/api/v2/add/repo/github', body)).toBe('/vercel/next.js');
  });
});

describe('the id of a site', () => {
  test.each<[path: string, body: object]>([
    ['/api/v2/add/website', { websiteUrl: 'https://react.com/dev' }],
    ['/api/v2/add/website', { websiteUrl: 'https://react_dev.com/' }],
    ['/api/v2/add/website', { websiteUrl: 'https://react.dev.com/' }],
    [
      '/api/v2/add/website',
      { websiteUrl: 'https://evil.example/', websiteBaseUrl: 'https://evil.example/' },
    ],
    ['/api/v2/add/repo/github', { docsRepoUrl: 'https://github.com/websites/react_dev' }],
    ['/api/v2/add/llmstxt', { llmstxtUrl: 'https://react.com/dev/llms.txt' }],
    ['/api/v2/add/openapi', { openApiUrl: 'https://react.com/dev.json' }],
    ['/api/parse-website', { websiteUrl: 'https://docs.react.dev' }],
  ])('does not go to a similar address (%s %j)', async (path, body) => {
    const { json } = await server.send('POST', path, body, member);
    expect(json.libraryName ?? json.project).toEqual(expect.stringMatching(/^\//));
    expect(json.libraryName ?? json.project).not.toBe('/websites/react_dev');
  });

  test('remains free for the real one', async () => {
    const body = { websiteUrl: 'https://react.dev/' };
    expect(await added('/api/v2/add/website', body)).toBe('/websites/react_dev');
  });
});
