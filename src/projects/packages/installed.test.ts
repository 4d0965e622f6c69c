import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { zipOf } from '../../../test/support/zip.ts';
import type { Dependency, Ecosystem } from '../dependency.ts';
import { installedFacts } from './installed.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'installed-')));
});
afterEach(() => rm(root, { recursive: true }));

async function write(path: string, text: string | object): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), typeof text === 'string' ? text : JSON.stringify(text));
}

const dependency = (ecosystem: Ecosystem, name: string, version = '1.2.3'): Dependency => ({
  ecosystem,
  name,
  version,
  range: '',
  dev: false,
  declaredIn: 'packages/app/manifest',
});

const look = (wanted: Dependency, env = {}) =>
  installedFacts(wanted, {
    folder: join(root, 'project'),
    home: join(root, 'home'),
    env,
    signal: new AbortController().signal,
  });

const commit = 'a'.repeat(40);
const url = 'https://github.com/owner/repo';

interface Layout {
  ecosystem: Ecosystem;
  name: string;
  file: string;
  content: string | object;
  expected: object;
  env?: object;
}

const layouts: Layout[] = [
  {
    ecosystem: 'npm',
    name: '@scope/tool',
    file: 'project/node_modules/@scope/tool/package.json',
    content: {
      version: '1.2.3',
      gitHead: commit,
      repository: { url: `git+${url}.git`, directory: 'packages/tool' },
    },
    expected: { repository: { url, directory: 'packages/tool' }, commit },
  },
  {
    ecosystem: 'pypi',
    name: 'My.Tool',
    file: 'project/.venv/lib/python3.12/site-packages/my_tool-1.2.3.dist-info/METADATA',
    content: `Name: my-tool\nProject-URL: Source, ${url}\n\nText`,
    expected: { repository: { url } },
  },
  {
    ecosystem: 'go',
    name: 'github.com/Owner/repo/sub',
    file: 'home/go/pkg/mod/cache/download/github.com/!owner/repo/sub/@v/1.2.3.info',
    content: { Origin: { URL: 'https://github.com/Owner/repo', Subdir: 'sub', Hash: commit } },
    expected: { repository: { url: 'https://github.com/Owner/repo', directory: 'sub' }, commit },
  },
  {
    ecosystem: 'cargo',
    name: 'tool',
    file: 'home/.cargo/registry/src/index.crates.io-1/tool-1.2.3/Cargo.toml',
    content: `[package]\nname = "tool"\nversion = "1.2.3"\nrepository = "${url}"\n`,
    expected: { repository: { url } },
  },
  {
    ecosystem: 'maven',
    name: 'org.example:tool',
    file: 'home/.m2/repository/org/example/tool/1.2.3/tool-1.2.3.pom',
    content: `<project><scm><connection>scm:git:${url}.git</connection></scm></project>`,
    expected: { repository: { url } },
  },
  {
    ecosystem: 'rubygems',
    name: 'tool',
    file: 'project/vendor/bundle/ruby/3.3.0/specifications/tool-1.2.3.gemspec',
    content: `s.metadata = { "source_code_uri" => "${url}/tree/v1.2.3" } if s.respond_to? :metadata=`,
    expected: { repository: { url } },
  },
  {
    ecosystem: 'packagist',
    name: 'owner/tool',
    file: 'project/vendor/composer/installed.json',
    content: {
      packages: [
        { name: 'owner/tool', version: 'v1.2.3', source: { url: `${url}.git`, reference: commit } },
      ],
    },
    expected: { repository: { url }, commit },
  },
  {
    ecosystem: 'nuget',
    name: 'Tool.Json',
    file: 'home/.nuget/packages/tool.json/1.2.3/tool.json.nuspec',
    content: `<package><metadata><repository type="git" url="${url}.git" commit="${commit}" /></metadata></package>`,
    expected: { repository: { url }, commit },
  },
  {
    ecosystem: 'pub',
    name: 'tool',
    file: 'home/.pub-cache/hosted/pub.dev/tool-1.2.3/pubspec.yaml',
    content: `name: tool\nrepository: ${url}/tree/main/packages/tool\n`,
    expected: { repository: { url, directory: 'packages/tool' } },
  },
  {
    ecosystem: 'hex',
    name: 'tool',
    file: 'project/deps/tool/hex_metadata.config',
    content: `{<<"links">>,[{<<"GitHub">>,<<"${url}">>}]}.\n{<<"name">>,<<"tool">>}.\n{<<"version">>,<<"1.2.3">>}.\n`,
    expected: { repository: { url } },
  },
];

describe('an installed package', () => {
  test.each(layouts)(
    'of $ecosystem names its repository',
    async ({ ecosystem, name, file, content, expected }) => {
      await write(file, content);

      expect(await look(dependency(ecosystem, name))).toMatchObject(expected);
    },
  );

  test.each(layouts)(
    'of $ecosystem is none if its version is another one',
    async ({ ecosystem, name, file, content }) => {
      await write(file, content);

      expect(await look(dependency(ecosystem, name, '1.2.4'))).toBeUndefined();
    },
  );

  test('of npm has the path of its copy in the store of pnpm', async () => {
    const store = 'project/node_modules/.pnpm/tool@1.2.3/node_modules/tool';
    await write(`${store}/package.json`, { version: '1.2.3' });
    await mkdir(join(root, 'project/packages/app/node_modules'), { recursive: true });
    await symlink(join(root, store), join(root, 'project/packages/app/node_modules/tool'));

    expect(await look(dependency('npm', 'tool'))).toEqual({
      installed: join(root, store),
      problem: 'the package names no Git repository',
    });
  });

  describe('of Go in a vendor folder', () => {
    const modules = [
      '# example.com/tool v1.2.3',
      '## explicit; go 1.21',
      'example.com/tool/cut',
      '# example.com/replaced v1.0.0 => example.com/fork v1.2.3',
      'example.com/replaced',
      '# example.com/near v1.2.3 => ./near',
      '# example.com/replaced => example.com/fork v1.2.3',
    ].join('\n');

    test('has the path of its copy', async () => {
      await write('project/vendor/modules.txt', modules);
      await write('project/vendor/example.com/tool/cut/cut.go', 'package cut');

      const facts = await look(dependency('go', 'example.com/tool', 'v1.2.3'));
      expect(facts?.installed).toBe(join(root, 'project/vendor/example.com/tool'));
      expect(await look(dependency('go', 'example.com/tool', 'v1.2.4'))).toBeUndefined();
    });

    test('is beside its manifest or above it, and in the place of the module that it replaces', async () => {
      const vendor = 'project/packages/app/vendor';
      await write(`${vendor}/modules.txt`, modules);
      await write(`${vendor}/example.com/replaced/a.go`, 'package replaced');

      const facts = await look(dependency('go', 'example.com/fork', 'v1.2.3'));
      expect(facts?.installed).toBe(join(root, vendor, 'example.com/replaced'));
    });

    test('of npm has the name of its alias in node_modules', async () => {
      await write('project/node_modules/lodash4/package.json', {
        name: 'lodash',
        version: '1.2.3',
      });
      await write('project/node_modules/lodash/package.json', { name: 'lodash', version: '4.0.0' });

      const facts = await look({ ...dependency('npm', 'lodash'), installedAs: 'lodash4' });
      expect(facts?.installed).toBe(join(root, 'project/node_modules/lodash4'));
      expect(await look({ ...dependency('npm', 'lodash'), installedAs: '../..' })).toBeUndefined();
    });

    test.each([
      ['home/.local/share/pnpm/store', {}],
      ['home/Library/pnpm/store', {}],
      ['data/pnpm/store', { XDG_DATA_HOME: 'data' }],
      ['pnpm/store', { PNPM_HOME: 'pnpm' }],
    ])('of npm can be in the store of pnpm at %s', async (store, variables) => {
      const copy = `${store}/v10/links/@/tool/1.2.3/hash/node_modules/tool`;
      await write(`${copy}/package.json`, { version: '1.2.3' });
      await mkdir(join(root, 'project/node_modules'), { recursive: true });
      await symlink(join(root, copy), join(root, 'project/node_modules/tool'));
      const env = Object.fromEntries(
        Object.entries(variables).map(([key, path]) => [key, join(root, path)]),
      );

      expect((await look(dependency('npm', 'tool'), env))?.installed).toBe(join(root, copy));
    });

    test('is not read through a link out of the project', async () => {
      await write('project/vendor/modules.txt', modules);
      await write('elsewhere/cut.go', 'package cut');
      await mkdir(join(root, 'project/vendor/example.com'), { recursive: true });
      await symlink(join(root, 'elsewhere'), join(root, 'project/vendor/example.com/tool'));

      expect(
        (await look(dependency('go', 'example.com/tool', 'v1.2.3')))?.installed,
      ).toBeUndefined();
    });
  });

  test('is not read through a link out of the project', async () => {
    await write('elsewhere/package.json', { version: '1.2.3', repository: url });
    await mkdir(join(root, 'project/node_modules'), { recursive: true });
    await symlink(join(root, 'elsewhere'), join(root, 'project/node_modules/tool'));

    expect(await look(dependency('npm', 'tool'))).toBeUndefined();
  });

  test('is not read by a name that is a path', async () => {
    await write('package.json', { version: '1.2.3', repository: url });

    expect(await look(dependency('npm', '../..'))).toBeUndefined();
  });

  test('of PyPI is the folder that describes it, also for a package of one file', async () => {
    const site = 'project/.venv/lib/python3.12/site-packages';
    await write(`${site}/tool.py`, '"""Cuts."""');
    await write(`${site}/tool-1.2.3.dist-info/METADATA`, 'Name: tool\n\nText');
    await write(`${site}/tool-1.2.3.dist-info/RECORD`, 'tool.py,,\n');

    const facts = await look(dependency('pypi', 'tool'));
    expect(facts?.installed).toBe(join(root, site, 'tool-1.2.3.dist-info'));
  });

  test.each(['x86_64-linux-gnu', 'java', 'arm64-darwin'])(
    'of RubyGems can be a build for the platform %s',
    async (platform) => {
      const gems = 'project/vendor/bundle/ruby/3.3.0';
      const spec = `s.metadata = { "source_code_uri" => "${url}" }`;
      await write(`${gems}/specifications/tool-1.2.3-${platform}.gemspec`, spec);
      await write(`${gems}/specifications/tool-1.2.30.gemspec`, '');
      await write(`${gems}/gems/tool-1.2.3-${platform}/README.md`, '# Tool');

      expect(await look(dependency('rubygems', 'tool'))).toMatchObject({
        repository: { url },
        installed: join(root, gems, `gems/tool-1.2.3-${platform}`),
      });
      expect(await look(dependency('rubygems', 'tool', '1.2'))).toBeUndefined();
    },
  );

  describe('of Maven', () => {
    const folder = 'home/.m2/repository/org/example/tool/1.2.3';
    const sources = `${folder}/tool-1.2.3-sources.jar`;
    const jar = `${folder}/tool-1.2.3.jar`;
    const code = { 'org/example/Tool.java': '/** A tool. */ public class Tool {}' };
    const classes = { 'org/example/Tool.class': 'x', 'META-INF/NOTICE.md': 'Made by us.' };

    async function copyOf(jars: Record<string, Record<string, string> | string>) {
      await write(`${folder}/tool-1.2.3.pom`, `<project><url>${url}</url></project>`);
      for (const [path, files] of Object.entries(jars)) {
        await write(path, typeof files === 'string' ? files : '');
        if (typeof files !== 'string') await writeFile(join(root, path), await zipOf(files));
      }
      return (await look(dependency('maven', 'org.example:tool')))?.installed;
    }

    test('has the jar of its sources as its copy', async () => {
      const files = { 'README.md': '# Tool' };
      expect(await copyOf({ [sources]: code, [jar]: files })).toBe(join(root, sources));
    });

    test('has its jar as its copy if that has pages', async () => {
      const files = { ...classes, 'META-INF/docs/guide.md': '# Guide' };
      expect(await copyOf({ [sources]: 'no zip', [jar]: files })).toBe(join(root, jar));
    });

    test('has no copy in a jar of classes, licenses and texts of the program', async () => {
      const texts = { 'org/example/banner.txt': 'Hello', 'org/example/reload.js': 'reload()' };
      expect(await copyOf({ [jar]: { ...classes, ...texts } })).toBeUndefined();
    });

    test('has no copy behind a link out of the local repository', async () => {
      await write('elsewhere.jar', '');
      await writeFile(join(root, 'elsewhere.jar'), await zipOf(code));
      await mkdir(join(root, folder), { recursive: true });
      await symlink(join(root, 'elsewhere.jar'), join(root, sources));
      expect(await copyOf({})).toBeUndefined();
    });
  });

  test('of Maven takes its own page on a known host before the repository of its parent', async () => {
    const poms = 'home/.m2/repository/org/example';
    await write(
      `${poms}/tool/1.2.3/tool-1.2.3.pom`,
      `<project><url>${url}</url><parent><groupId>org.example</groupId><artifactId>all</artifactId><version>7</version></parent></project>`,
    );
    await write(
      `${poms}/all/7/all-7.pom`,
      '<project><scm><url>https://github.com/owner/parents</url></scm></project>',
    );

    expect(await look(dependency('maven', 'org.example:tool'))).toMatchObject({
      repository: { url },
    });
  });

  test('of Maven takes the repository and the tag of its parent', async () => {
    const poms = 'home/.m2/repository/org/example';
    await write(
      `${poms}/tool/1.2.3/tool-1.2.3.pom`,
      '<project><parent><groupId>org.example</groupId><artifactId>all</artifactId><version>7</version></parent></project>',
    );
    const scm = `<scm><url>${url}</url><tag>all-7</tag></scm>`;
    await write(`${poms}/all/7/all-7.pom`, `<project>${scm}</project>`);

    expect(await look(dependency('maven', 'org.example:tool'))).toMatchObject({
      repository: { url },
      tag: 'all-7',
    });
  });
});
