import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Library } from '../../src/resources/library.ts';
import { Stack } from '../stack/stack.ts';
import { TestRepository } from '../support/git-repository.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { startWebServer, type WebServer } from '../support/web-server.ts';
import { kubectl, list, namespace, runClient } from './harness/kubectl.ts';
import { ask, installRelease } from './harness/release.ts';

const samples = new URL('../../config/samples/', import.meta.url).pathname;
const credentials = { username: 'lectern', password: 'a-token-that-may-read-the-repository' };

const text = (name: string): string =>
  `# ${name}\n\nThe ${name} documentation explains how a sprocket is greased before it turns.\n`;

const page = (name: string): string =>
  `<html><head><title>${name}</title></head><body><main><h1>${name}</h1><p>The ${name} page explains how a sprocket is greased before it turns, and how often.</p></main></body></html>`;

describe('the samples', () => {
  let folder: string;
  let open: GitServer;
  let closed: GitServer;
  let web: WebServer;
  /** Replacements for the public addresses in the samples. */
  let places: Record<string, string>;

  beforeAll(async () => {
    await installRelease();
    const address = Stack.open().state.nodeAddress!;
    folder = await mkdtemp(join(tmpdir(), 'lectern-samples-'));
    open = await startGitServer({ root: join(folder, 'open'), address });
    closed = await startGitServer({ root: join(folder, 'closed'), address, credentials });
    web = await startWebServer({}, address);
    const repository = async (path: string, files: Record<string, string>) => {
      const made = await TestRepository.create(join(folder, 'work', path), files);
      if (path.includes('fastify')) await made.git('tag', 'v4.28.1');
      await made.publish(join(folder, path));
    };
    await repository('open/fastify.git', { 'docs/guide.md': text('fastify') });
    await repository('open/express.git', { 'docs/guide.md': text('express') });
    await repository('closed/handbook.git', { 'README.md': text('handbook') });
    const entry = `repos:\n  - { url: ${open.origin}/express.git, id: /team/express }\n`;
    await repository('open/manifest.git', { 'repos.yaml': entry });
    web.pages.set('/llms.txt', {
      headers: { 'content-type': 'text/plain' },
      body: `# Svelte\n\n> Sprockets are greased.\n\n## Docs\n\n- [Grease](${web.origin}/grease.md)\n`,
    });
    web.pages.set('/grease.md', {
      headers: { 'content-type': 'text/markdown' },
      body: text('svelte'),
    });
    web.pages.set('/openapi.json', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(petstore),
    });
    web.pages.set('/docs/concepts/', page('Concepts'));
    web.pages.set('/guide/', page('Guide'));
    places = {
      'https://github.com/fastify/fastify.git': `${open.origin}/fastify.git`,
      'https://git.example.org/example/handbook.git': `${closed.origin}/handbook.git`,
      'https://svelte.dev/llms.txt': `${web.origin}/llms.txt`,
      'https://petstore3.swagger.io/api/v3/openapi.json': `${web.origin}/openapi.json`,
      'https://kubernetes.io/docs/concepts/': `${web.origin}/docs/concepts/`,
      'https://github.com/expressjs/express': `${open.origin}/express.git`,
      'https://vite.dev/guide/': `${web.origin}/guide/`,
      'https://github.com/your-team/documentation-manifest': `${open.origin}/manifest.git`,
    };
  });
  afterAll(async () => {
    await kubectl('delete', 'manifestsync', 'documentation', 'team', '--ignore-not-found');
    await kubectl('delete', 'library', '--all', '--timeout=120s');
    await Promise.all([open.close(), closed.close(), web[Symbol.asyncDispose]()]);
    await rm(folder, { recursive: true, force: true });
  });

  test('are all served after kubectl has applied them', async () => {
    for (const file of await readdir(samples)) {
      // These sources need an account at the vendor.
      if (/library-(?:wiki|pages)\.yaml$/.test(file)) continue;
      let sample = await readFile(join(samples, file), 'utf8');
      for (const [there, here] of Object.entries(places)) sample = sample.replaceAll(there, here);
      expect(sample).not.toMatch(/https:/);
      await runClient('kubectl', ['--namespace', namespace, 'apply', '--filename', '-'], sample);
    }

    await kubectl('wait', 'manifestsync', '--all', '--for=condition=Ready', '--timeout=120s');
    await kubectl('wait', 'library', '--all', '--for=condition=Ready', '--timeout=240s');

    const libraries = await list<Library>('libraries');
    const ids = libraries.map(({ spec }) => spec.id);
    expect(ids).toEqual(
      expect.arrayContaining([
        '/fastify/fastify',
        '/example/handbook',
        '/llmstxt/svelte',
        '/openapi/petstore',
        '/websites/kubernetes-concepts',
        '/team/express',
      ]),
    );
    for (const id of ids) expect((await ask(id, 'sprocket')).status, id).toBe(200);
    expect((await ask('/fastify/fastify/v4.28.1', 'How is a sprocket greased?')).text).toContain(
      'greased',
    );
  });
});

const petstore = {
  openapi: '3.0.3',
  info: { title: 'Petstore', version: '1' },
  servers: [{ url: 'https://petstore.example' }],
  paths: {
    '/sprocket': {
      get: {
        summary: 'Reads a sprocket',
        description: 'Answers how a sprocket is greased.',
        operationId: 'getSprocket',
        responses: { 200: { description: 'The sprocket.' } },
      },
    },
  },
};
