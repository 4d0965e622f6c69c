import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFolder } from '../../../src/indexing/sources/git/folder-repository.ts';
import { findIncludes, IncludableFiles } from '../../../src/indexing/sources/git/included-files.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { openers, serve, withGit } from './harness.ts';
import { Reader } from './reader.ts';

const { scratch, server, published } = await serve();

const files = {
  'docs/guide.rst': 'Guide\n=====\n\nMake it:\n\n.. literalinclude:: ../tests/make.py\n',
  'docs/other.md': '# Other\n\nMend it:\n\n```py\nmend()\n```\n',
  'docs/page.md': '# Page\n\n<!--@include: ./.generated/a.md-->\n',
  'docs/.generated/a.md': 'See:\n\n<<< ./b.js\n',
  'docs/.generated/b.js': 'first();\n',
  'docs/soon.md': '# Soon\n\nSee:\n\n<<< ./soon.js\n',
  'tests/make.py': 'make(1)\n',
};

let count = 0;

describe.each(openers)('with %s', (_, open) => {
  test('a document shows what it includes, and is read again if that changes', async () => {
    count += 1;
    const repository = await TestRepository.create(scratch.folder(`w-${count}`), files);
    const url = `${server.origin}/${count}.git`;
    const publish = (): Promise<void> => repository.publish(scratch.folder(`served/${count}.git`));
    await publish();
    const reader = new Reader(open, scratch);
    expect(await reader.read(url)).toEqual({
      'docs/guide.rst': 'make(1)',
      'docs/other.md': 'mend()',
      'docs/page.md': 'first();',
      'docs/soon.md': '',
    });
    const same = { 'docs/other.md': 'unchanged' };

    const next = async (changes: Record<string, string>): Promise<Record<string, string>> => {
      await repository.commit(changes);
      await repository.git(
        'push',
        '--quiet',
        '--force',
        scratch.folder(`served/${count}.git`),
        'main',
      );
      return reader.read(url);
    };
    expect(await next({ 'README.md': '# Widgets\n' })).toEqual({
      'README.md': '',
      'docs/guide.rst': 'unchanged',
      'docs/page.md': 'unchanged',
      'docs/soon.md': 'unchanged',
      ...same,
    });
    expect(
      await next({ 'tests/make.py': 'make(2)\n', 'docs/.generated/b.js': 'second();\n' }),
    ).toMatchObject({
      'docs/guide.rst': 'make(2)',
      'docs/page.md': 'second();',
      'docs/soon.md': 'unchanged',
      ...same,
    });
    expect(await next({ 'docs/soon.js': 'now();\n' })).toMatchObject({
      'docs/guide.rst': 'unchanged',
      'docs/page.md': 'unchanged',
      'docs/soon.md': 'now();',
      ...same,
    });
  });
});

test('a page of Antora is read again if the descriptor changes, and no partial is a document', async () => {
  const repository = await TestRepository.create(scratch.folder('antora'), {
    'antora.yml': "asciidoc:\n  attributes:\n    version: '1'\n",
    'modules/ROOT/pages/a.adoc': '= A\n\n[source,sh,subs=attributes]\n----\nget {version}\n----\n',
    'modules/ROOT/pages/b.adoc': '= B\n\n----\nstay\n----\n',
    'modules/ROOT/partials/unused.adoc': '----\nunused\n----\n',
  });
  const reader = new Reader(withGit, scratch);
  const [a, b] = ['modules/ROOT/pages/a.adoc', 'modules/ROOT/pages/b.adoc'];
  expect(await reader.read(repository.path)).toEqual({ [a]: 'get 1', [b]: 'stay' });

  await repository.commit({ 'antora.yml': "asciidoc:\n  attributes:\n    version: '2'\n" });
  expect(await reader.read(repository.path)).toEqual({ [a]: 'get 2', [b]: 'unchanged' });
});

test('a page of reStructuredText whose name ends like text shows what it includes', async () => {
  const repository = await TestRepository.create(scratch.folder('text'), {
    'source/a.txt': 'Start\n=====\n\n.. _a:\n\nAll of it.\n\n.. include:: /includes/b.rst\n',
    'source/includes/b.rst': 'Make it:\n\n.. literalinclude:: /code/make.py\n',
    'source/code/make.py': 'make(1)\n',
  });
  expect(await new Reader(withGit, scratch).read(repository.path)).toEqual({
    'source/a.txt': 'make(1)',
  });
});

test('manuals of Boost, GNU and Qt show the samples of source files', async () => {
  const repository = await TestRepository.create(scratch.folder('samples'), {
    'doc/saw.qbk': '[section Saw]\n[import ../example/saw.cpp]\nCut:\n\n[cut]\n\n[endsect]\n',
    'doc/oil.qdoc': '/*!\n\\page oil.html\n\\title Oil\n\nOil it:\n\n\\snippet saw/oil.cpp 0\n*/\n',
    'doc/teeth.texi': '@chapter Teeth\nSet them:\n\n@verbatiminclude set.c\n',
    'doc/set.c': 'set();\n',
    'example/saw.cpp': '//[cut\ncut();\n//]\n',
    'example/saw/oil.cpp': '//! [0]\noil();\n//! [0]\n',
  });
  expect(await new Reader(withGit, scratch).read(repository.path)).toEqual({
    'doc/saw.qbk': 'cut();',
    'doc/oil.qdoc': 'oil();',
    'doc/teeth.texi': 'set();',
  });
});

test('a page of Hugo shows the parameters of its section, which stays a document', async () => {
  const index = (version: string): string =>
    `---\ntitle: Saw\ncascade:\n  vers: ${version}\n---\n\n\`\`\`sh\nsaw\n\`\`\`\n`;
  const repository = await TestRepository.create(scratch.folder('hugo'), {
    'content/docs/_index.md': index('1.2'),
    'content/docs/a.md': '# A\n\n```sh\nget {{% param vers %}}\n```\n',
  });
  const reader = new Reader(withGit, scratch);
  expect(await reader.read(repository.path)).toEqual({
    'content/docs/_index.md': 'saw',
    'content/docs/a.md': 'get 1.2',
  });
  await repository.commit({ 'content/docs/_index.md': index('1.3') });
  expect(await reader.read(repository.path)).toMatchObject({ 'content/docs/a.md': 'get 1.3' });
});

test('an API description shows the parts in its other files, and is read again if one changes', async () => {
  const repository = await TestRepository.create(scratch.folder('description'), {
    'README.md': '# Store\n',
    'spec/openapi.yaml': 'openapi: 3.0.0\npaths:\n  /pets: { $ref: paths/pets.yaml }\n',
    'spec/paths/pets.yaml': 'get: { $ref: operations/list.json }\n',
    'spec/paths/operations/list.json': '{ "summary": "List pets" }',
  });
  const reader = new Reader(withGit, scratch);
  const shown = { 'README.md': '', 'spec/openapi.yaml': "curl 'https://HOST/pets'" };
  expect(await reader.read(repository.path)).toEqual(shown);

  await repository.commit({ 'spec/paths/pets.yaml': 'post: { $ref: operations/list.json }\n' });
  expect(await reader.read(repository.path)).toEqual({
    'README.md': 'unchanged',
    'spec/openapi.yaml': "curl -X POST 'https://HOST/pets'",
  });
  expect(Object.values(await reader.read(repository.path))).toEqual(['unchanged', 'unchanged']);
});

test('the files that all documents include are fetched with one request', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
  const { url } = await published(
    Object.fromEntries(
      names.flatMap((name) => [
        [`docs/${name}.md`, `# ${name}\n\nSee:\n\n<<< ./${name}.js\n`],
        [`docs/${name}.js`, `${name}();\n`],
      ]),
    ),
  );
  const before = server.requests.length;
  const shown = await new Reader(withGit, scratch).read(url);
  expect(shown).toEqual(Object.fromEntries(names.map((name) => [`docs/${name}.md`, `${name}();`])));
  expect(server.requests.length - before).toBeLessThan(12);
});

test('an include reads no link, no tooling and nothing outside of the repository', async () => {
  const folder = scratch.folder('outside');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'secret.js'), 'secret();\n');
  const includes = [
    './link.js',
    '../../outside/secret.js',
    '../.github/ci.js',
    '../node_modules/a.js',
  ];
  const repository = await TestRepository.create(scratch.folder('inside'), {
    '.github/ci.js': 'ci();\n',
    'node_modules/a.js': 'a();\n',
    'docs/a.md': `# A\n\nSee:\n\n${includes.map((path) => `<<< ${path}\n\n`).join('')}<<< ./b.js\n`,
    'docs/b.js': 'b();\n',
  });
  await symlink(join(folder, 'secret.js'), join(repository.path, 'docs/link.js'));
  await repository.commit();
  expect(await new Reader(withGit, scratch).read(repository.path)).toEqual({ 'docs/a.md': 'b();' });
});

test('an included file that is too large is not read', async () => {
  const folder = scratch.folder('large-include');
  await mkdir(folder, { recursive: true });
  const guide = '= Guide\n\ninclude::zeros.csv[]\n\ninclude::rows.csv[]\n';
  await writeFile(join(folder, 'guide.adoc'), guide);
  await writeFile(join(folder, 'rows.csv'), 'a,b\n');
  await writeFile(join(folder, 'zeros.csv'), '0'.repeat(1_000_001));
  const { parser, signal } = await scratch.options();
  const options = { maxBlobBytes: 10_000_000, isCandidate: () => true, signal };
  const repository = await openFolder(folder, options);
  const entries = await repository.entries(signal);
  const document = entries.find(({ path }) => path === 'guide.adoc')!;

  const found = await findIncludes([{ ...document, format: 'asciidoc' }], {
    repository,
    includable: new IncludableFiles(entries),
    isDocument: () => false,
    parser,
    maxTotalBytes: 10_000_000,
    signal,
  });

  expect(found.get('guide.adoc')?.files.map(({ path }) => path)).toEqual(['rows.csv']);
});

test('a folder without Git includes files that are no documents', async () => {
  const folder = scratch.folder('plain');
  await mkdir(join(folder, 'docs'), { recursive: true });
  await writeFile(join(folder, 'docs/a.md'), '# A\n\nSee:\n\n<<< ./settings.toml\n');
  await writeFile(join(folder, 'docs/settings.toml'), 'size = 1\n');
  expect(await new Reader(withGit, scratch).read(folder)).toEqual({ 'docs/a.md': 'size = 1' });
});

test('a part that another document includes is no document by itself', async () => {
  const repository = await TestRepository.create(scratch.folder('parts'), {
    'docs/a.rst': 'A\n=\n\nInstall it:\n\n.. include:: _parts/install.rst\n',
    'docs/c.rst': 'C\n=\n\nOil it:\n\n.. include:: oil.inc.rst\n',
    'docs/oil.inc.rst': '.. code-block:: sh\n\n   oil()\n',
    'docs/_parts/install.rst': '.. code-block:: sh\n\n   install()\n',
    'docs/_parts/other.rst': 'Other\n=====\n\n.. code-block:: sh\n\n   other()\n',
    'docs/b.rst': 'B\n=\n\nFirst of all.\n\n.. include:: a.rst\n',
  });
  const reader = new Reader(withGit, scratch);
  expect(await reader.read(repository.path)).toEqual({
    'docs/a.rst': 'install()',
    'docs/b.rst': 'install()',
    'docs/c.rst': 'oil()',
    'docs/_parts/other.rst': 'other()',
  });
  await repository.commit({ 'README.md': '# Parts\n' });
  expect(await reader.read(repository.path)).toEqual({
    'README.md': '',
    'docs/a.rst': 'unchanged',
    'docs/b.rst': 'unchanged',
    'docs/c.rst': 'unchanged',
    'docs/_parts/other.rst': 'unchanged',
  });
});

test('an example that a doc comment of Rust shows is no document by itself', async () => {
  const repository = await TestRepository.create(scratch.folder('crate'), {
    'src/lib.rs':
      '//! Cuts boards.\n//!\n//! ```\n#![doc = include_str!("../examples/cut.rs")]\n//! ```\n#![doc = include_str!("docs/oil.md")]\n',
    'src/docs/oil.md': '# Oil\n\n```sh\noil()\n```\n',
    'examples/cut.rs': 'fn main() {}\n',
    'examples/oil.rs': 'fn main() {\n    oil();\n}\n',
    'README.md': '# Saw\n',
  });
  expect(await new Reader(withGit, scratch).read(repository.path)).toEqual({
    'README.md': '',
    'examples/oil.rs': 'fn main() {\n    oil();\n}',
    'src/lib.rs': 'fn main() {}\noil()',
  });
});

test('code that only the build of a project can find is found by the end of its path, if one file and its copies fit', async () => {
  const page = (name: string): string =>
    `= Guide\n\n[[guide.run]]\n== Run\n\nRun it:\n\ninclude-code::${name}[]\n`;
  const repository = await TestRepository.create(scratch.folder('spring'), {
    'docs/modules/ROOT/pages/one.adoc': page('One'),
    'docs/modules/ROOT/pages/two.adoc': page('Two'),
    'docs/src/main/java/org/example/guide/run/One.java': 'class One {}\n',
    'src/main/java/org/other/One.java': 'class Other {}\n',
    'docs/src/main/java/org/example/guide/run/Two.java': 'class Two {}\n',
    'src/main/java/org/other/guide/run/Two.java': 'class OtherTwo {}\n',
    'docs/modules/ROOT/pages/three.adoc': page('Three'),
    'docs/src/main/java/org/example/guide/run/Three.java': 'class Three {}\n',
    'second/src/main/java/org/example/guide/run/Three.java': 'class Three {}\n',
  });
  const reader = new Reader(withGit, scratch);
  const one = 'docs/modules/ROOT/pages/one.adoc';
  const two = 'docs/modules/ROOT/pages/two.adoc';
  const three = 'docs/modules/ROOT/pages/three.adoc';
  expect(await reader.read(repository.path)).toEqual({
    [one]: 'class One {}',
    [two]: '',
    [three]: 'class Three {}',
  });
  await repository.commit({
    'docs/src/main/java/org/example/guide/run/One.java': 'class One { }\n',
  });
  expect(await reader.read(repository.path)).toEqual({
    [one]: 'class One { }',
    [two]: 'unchanged',
    [three]: 'unchanged',
  });
});

test('a document that includes several others does not repeat them', async () => {
  const chapter = (name: string): string => `= ${name}\n\nCall it:\n\n----\n${name}()\n----\n`;
  const repository = await TestRepository.create(scratch.folder('book'), {
    'docs/index.adoc':
      '= Guide\n\nSee:\n\n----\nguide()\n----\n\ninclude::one.adoc[]\n\ninclude::two.adoc[]\n\ninclude::three.adoc[]\n\ninclude::partials/note.adoc[]\n',
    'docs/one.adoc': chapter('one'),
    'docs/two.adoc': chapter('two'),
    'docs/three.adoc': chapter('three'),
    'docs/partials/note.adoc': chapter('note'),
  });
  const reader = new Reader(withGit, scratch);
  expect(await reader.read(repository.path)).toEqual({
    'docs/index.adoc': 'guide()\nnote()',
    'docs/one.adoc': 'one()',
    'docs/two.adoc': 'two()',
    'docs/three.adoc': 'three()',
  });
  await repository.commit({ 'docs/one.adoc': chapter('first') });
  expect(await reader.read(repository.path)).toMatchObject({
    'docs/index.adoc': 'unchanged',
    'docs/one.adoc': 'first()',
  });
});

test('a page of MDX shows all of its imports, and those that are no pages are no documents', async () => {
  const part = (name: string): string => `Call it:\n\n\`\`\`js\n${name}();\n\`\`\`\n`;
  const parts = {
    'docs/oil.mdx': part('oil'),
    'src/components/saw.mdx': part('saw'),
    'static/usage/cut.mdx': part('cut'),
    'site/_parts/mend.md': part('mend'),
    'static/usage/unused.mdx': part('unused'),
  };
  const imports =
    "import Oil from './oil.mdx';\nimport Saw from '@site/src/components/saw.mdx';\nimport Cut from '@site/static/usage/cut.mdx';\nimport Mend from 'siteContent/_parts/mend.mdx';\n";
  const repository = await TestRepository.create(scratch.folder('mdx'), {
    'docs/guide.mdx': `${imports}\n# Guide\n\nDo it.\n\n<Oil />\n\n<Saw />\n\n<Cut />\n\n<Mend />\n`,
    ...parts,
  });
  expect(await new Reader(withGit, scratch).read(repository.path)).toEqual({
    'docs/guide.mdx': 'oil();\nsaw();\ncut();\nmend();',
    'docs/oil.mdx': 'oil();',
    'static/usage/unused.mdx': 'unused();',
  });
});

test('a document that includes several others by paths of the build does not repeat them', async () => {
  const topic = (name: string): string => `= ${name}\n\nCall it:\n\n----\n${name}()\n----\n`;
  const repository = await TestRepository.create(scratch.folder('modular'), {
    'docs/titles/guide.adoc':
      '= Guide\n\ninclude::{topics}/con_one.adoc[leveloffset=+1]\n\ninclude::{topics}/con_two.adoc[]\n\ninclude::{topics}/con_three.adoc[]\n',
    'docs/topics/con_one.adoc': topic('one'),
    'docs/topics/con_two.adoc': topic('two'),
    'docs/topics/con_three.adoc': topic('three'),
  });
  expect(await new Reader(withGit, scratch).read(repository.path)).toEqual({
    'docs/titles/guide.adoc': '',
    'docs/topics/con_one.adoc': 'one()',
    'docs/topics/con_two.adoc': 'two()',
    'docs/topics/con_three.adoc': 'three()',
  });
});

test('the properties of a parent of the pom reach the documents', async () => {
  const repository = await TestRepository.create(scratch.folder('maven'), {
    'docs/src/start.adoc':
      '= Start\n\nRun it:\n\n[subs=attributes+]\n----\n{brand} {edition}\n----\n',
    'docs/pom.xml':
      '<project><parent><version>1</version></parent><plugin><artifactId>asciidoctor-maven-plugin</artifactId><attributes><brand>${name}</brand></attributes></plugin></project>',
    'pom.xml': '<project><parent><relativePath>build/pom.xml</relativePath></parent></project>',
    'build/pom.xml': '<project><properties><name>widgets</name></properties></project>',
    'docs/src/shared/attributes.adoc': ':edition: free\n',
  });
  const reader = new Reader(withGit, scratch);
  expect(await reader.read(repository.path)).toMatchObject({
    'docs/src/start.adoc': 'widgets free',
  });
  await repository.commit({
    'build/pom.xml': '<project><properties><name>gadgets</name></properties></project>',
  });
  expect(await reader.read(repository.path)).toMatchObject({
    'docs/src/start.adoc': 'gadgets free',
  });
});

test('the values of a site of MkDocs come from the files that its configuration names', async () => {
  const repository = await TestRepository.create(scratch.folder('mkdocs'), {
    'docs/start.md': '# Start\n\nRun it:\n\n```\n{{ brand }}\n```\n',
    'mkdocs.yml': 'INHERIT: mkdocs-base.yml\n',
    'mkdocs-base.yml': 'plugins:\n  - macros:\n      include_yaml:\n        - values.yml\n',
    'values.yml': 'brand: widgets\n',
  });
  const reader = new Reader(withGit, scratch);
  expect(await reader.read(repository.path)).toEqual({ 'docs/start.md': 'widgets' });
  await repository.commit({ 'values.yml': 'brand: gadgets\n' });
  expect(await reader.read(repository.path)).toEqual({ 'docs/start.md': 'gadgets' });
});

test('a page that only includes another document does not repeat it', async () => {
  const used = (name: string): string => `Version 2\n---------\n\n::\n\n   ${name}()\n`;
  const repository = await TestRepository.create(scratch.folder('wrapper'), {
    'USAGE.rst': used('cut'),
    'docs/usage.rst':
      '.. _usage:\n\nUsage\n=====\n\n.. include:: ../USAGE.rst\n   :start-line: 0\n',
    'INTRO.md': '# 1.0\n\n```\nold()\n```\n',
    'docs/intro.md': '---\ntitle: Intro\n---\n\n```{include} ../INTRO.md\n```\n',
    'docs/_parts/install.rst': 'Install:\n\n::\n\n   install()\n',
    'docs/install.rst': 'Install\n=======\n\n.. include:: _parts/install.rst\n',
  });
  expect(await new Reader(withGit, scratch).read(repository.path)).toEqual({
    'USAGE.rst': 'cut()',
    'docs/usage.rst': '',
    'INTRO.md': 'old()',
    'docs/intro.md': '',
    'docs/install.rst': 'install()',
  });
});
