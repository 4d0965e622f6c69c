import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { resourceName, type LibrarySpec } from '../../../src/resources/library.ts';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import { apiServer, operatorToken } from '../api/api-server.ts';

const petStore = `openapi: 3.0.3
info: { title: Pet Store, description: Keeps pets., version: '1' }
paths: { /pets: { get: { summary: List pets, responses: { '200': { description: ok } } } } }
`;

/** Starts a server, writes a description to a file, and returns a function that adds the file. */
async function install() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-add-file-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const uploads = createFileUploads({ dataDir: folder });
  const transfer = { uploads, workDir: folder };
  const { registry, url } = await apiServer({ libraries: [], parts: { transfer } });
  vi.stubEnv('LECTERN_TOKEN', operatorToken);
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const complain = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks().unstubAllEnvs());
  const file = join(folder, 'pets.yaml');
  await writeFile(file, petStore);
  return {
    file,
    printed: () => print.mock.calls.map(([words]) => words).join(''),
    complaints: () => complain.mock.calls.map(([words]) => words).join(''),
    add: (...options: string[]) => main(['node', 'lectern', 'add', file, '--url', url, ...options]),
    async stored(id: LibrarySpec['id']) {
      const spec = (await registry.get(resourceName(id)))?.spec;
      const upload = spec?.source.openapi?.upload;
      const content = upload && (await uploads.open(upload.name));
      return (
        spec && {
          title: spec.title,
          description: spec.description,
          content: content && (await text(content)),
        }
      );
    },
  };
}

test('add sends the file of an API description, so that its server may run on another machine', async () => {
  const here = await install();

  const code = await here.add('--title', 'Pets of Acme', '--description', 'All of them');

  expect([code, here.complaints()]).toEqual([0, '']);
  expect(here.printed()).toBe(
    '/docs/pets_of_acme  Library /docs/pets_of_acme was added and is queued for indexing.\n',
  );
  expect(await here.stored('/docs/pets_of_acme')).toEqual({
    title: 'Pets of Acme',
    description: 'All of them',
    content: petStore,
  });
});

test('add replaces the file of a library with --force only', async () => {
  const here = await install();
  expect(await here.add()).toBe(0);
  const changed = petStore.replace('Keeps', 'Sells');
  await writeFile(here.file, changed);

  expect(await here.add()).toBe(2);
  expect(here.complaints()).toContain('/docs/pet_store already exists');
  expect((await here.stored('/docs/pet_store'))?.content).toBe(petStore);

  expect(await here.add('--force', '--type', 'openapi')).toBe(0);
  expect((await here.stored('/docs/pet_store'))?.content).toBe(changed);
});

test('add names an option that a file cannot have, and sends nothing', async () => {
  const here = await install();

  expect(await here.add('--exclude-folders', 'internal')).toBe(2);

  expect(here.complaints()).toBe(
    'lectern: --exclude-folders does not apply to a file; expected --title, --description or --force\n',
  );
  expect(await here.stored('/docs/pet_store')).toBeUndefined();
});

test('add reports what is wrong with a file', async () => {
  const here = await install();
  await writeFile(here.file, 'swagger: 9');

  expect(await here.add()).toBe(2);

  expect(here.complaints()).toContain('Field "openapiFile": pets.yaml: it has `swagger: 9`');
});
