import { open, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TestRepository } from './git-repository.ts';

/** A good page that each of the repositories below has. */
export const goodPage = '# Pencils\n\n## Sharpen a pencil\n\nTurn the pencil in the sharpener.\n';

/** Text outside of every repository. No answer may contain it. */
export const outsideText = 'the combination of the safe is 4711';

type Files = Record<string, string | Buffer>;

/** An API description with circular references. */
export const circularDescription = `openapi: 3.0.0
info: { title: Circles, version: '1' }
paths:
  /nodes:
    get:
      summary: List the nodes of the tree
      responses:
        '200':
          description: The nodes
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Node' }
components:
  schemas:
    Node:
      type: object
      properties:
        child: { $ref: '#/components/schemas/Node' }
        again: { $ref: '#/components/schemas/Again' }
    Again: { $ref: '#/components/schemas/Again' }
`;

const aliasBomb = [
  'openapi: 3.0.0',
  'a: &a [x, x]',
  ...'bcdefghijk'
    .split('')
    .map((name, at) => `${name}: &${name} [${`*${'abcdefghij'[at]}, `.repeat(9)}]`),
  'paths: *k',
].join('\n');

/** Documents that are malformed, include themselves or are far too large, beside a good one. */
const badDocuments: Files = {
  'README.md': goodPage,
  'docs/broken.ipynb': '{"cells": [',
  'docs/cells.ipynb': '{"cells": {}}',
  'docs/openapi.json': '{"openapi": "3.0.0",\n"paths": {,}}',
  'docs/saws/openapi.yaml': 'openapi: 3.0.0\npaths:\n  /a: [1\n  b: "',
  'docs/swagger.yaml': aliasBomb,
  'docs/api.yaml': circularDescription,
  'docs/nul.md': Buffer.from('# Nothing\n\0\0\0'),
  'docs/fences.md': `# Fences\n\n\`\`\`sh\nopen the fence\n${'```js\n~~~\n'.repeat(1_000)}`,
  'docs/lists.md': `${'- '.repeat(10_000)}deep\n\n${Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at)}- x`).join('\n')}`,
  'docs/line.md': Buffer.alloc(50_000_000, 'never a line end '),
};

type Change = (repository: TestRepository) => Promise<unknown>;

/** Creates repositories in `scratch`, each with a different fault, and a bare copy of each in `root` for a server. */
export async function publishBadRepositories(root: string, scratch: string): Promise<void> {
  const make = async (name: string, files: Files, change?: Change): Promise<void> => {
    const repository = await TestRepository.create(join(scratch, name), files);
    await change?.(repository);
    await repository.publish(join(root, `${name}.git`));
  };
  const good = { 'README.md': goodPage };
  await Promise.all([
    make('empty', {}),
    make('undocumented', { Makefile: 'all:', 'picture.png': 'x' }),
    make('private', good),
    make('config', { ...good, 'context7.json': '{"folders": ["docs"' }),
    make('documents', badDocuments),
    make('names', good, addOddNames),
    make('huge', good, addHugeFile),
    make('links', good, (repository) => addLinks(repository, scratch)),
    make('submodule', good, addSubmodule),
  ]);
}

async function addOddNames(repository: TestRepository): Promise<void> {
  const latin = Buffer.concat([Buffer.from(`${repository.path}/caf`), Buffer.from([0xe9, 0x2e])]);
  await writeFile(
    Buffer.concat([latin, Buffer.from('md')]),
    '# Coffee\n\n## Grind the beans\n\nGrind them coarsely.\n',
  );
  await repository.commit({
    'docs/line\nbreak.md': '# Lines\n\n## Break a line\n\nPress the enter key.\n',
    'docs/"日本語" %41#?.md': '# Tea\n\n## Whisk the matcha\n\nWhisk it in a bowl.\n',
  });
}

/** Adds a file of 200 MB. It needs no room on the disk until Git packs it. */
async function addHugeFile(repository: TestRepository): Promise<void> {
  const file = await open(join(repository.path, 'huge.md'), 'w');
  await file.truncate(200_000_000);
  await file.close();
  await repository.commit();
}

async function addLinks(repository: TestRepository, scratch: string): Promise<void> {
  const outside = join(scratch, 'outside.md');
  await writeFile(outside, `# Safe\n\n${outsideText}\n`);
  await symlink(outside, join(repository.path, 'absolute.md'));
  await symlink('../outside.md', join(repository.path, 'relative.md'));
  await symlink('..', join(repository.path, 'docs'));
  await repository.commit();
}

async function addSubmodule(repository: TestRepository): Promise<void> {
  const commit = await repository.git('rev-parse', 'HEAD');
  await repository.git('update-index', '--add', '--cacheinfo', `160000,${commit},theme`);
  await repository.git('commit', '--quiet', '--message=submodule');
}
