import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HttpClient } from '../../../src/base/http/client.ts';
import type { Dependency, Ecosystem } from '../../../src/projects/dependency.ts';
import { IndexReader, publicIndexes } from '../../../src/projects/packages/index-facts.ts';
import { locatePackages } from '../../../src/projects/packages/locate-packages.ts';
import { loopback, startWebServer } from '../../support/web-server.ts';

const url = 'https://github.com/owner/repo';
const commit = 'b'.repeat(40);
const json = (value: object) => ({ body: JSON.stringify(value) });

const pages = {
  '/@scope%2ftool/1.2.3': json({
    repository: { url, directory: 'packages/tool' },
    gitHead: commit,
  }),
  '/pypi/tool/1.2.3/json': json({ info: { project_urls: { Source: url } } }),
  '/example.com/!tool/@v/1.2.3.info': json({ Origin: { URL: url, Hash: commit } }),
  '/api/v1/crates/tool': json({ crate: { repository: url } }),
  '/org/example/tool/1.2.3/tool-1.2.3.pom': {
    body: `<project><scm><url>${url}</url></scm></project>`,
  },
  '/org/example/orphan/1.2.3/orphan-1.2.3.pom': {
    body: '<project><url>https://example.com</url><parent><groupId>org.example</groupId><artifactId>gone</artifactId><version>1</version></parent></project>',
  },
  '/api/v2/rubygems/tool/versions/1.2.3.json': json({ source_code_uri: url }),
  '/p2/owner/tool.json': json({
    packages: { 'owner/tool': [{ version: 'v1.3.0', source: { url } }, { version: 'v1.2.3' }] },
  }),
  // pub and Hex have the same path.
  '/api/packages/tool': json({
    meta: { links: { Website: 'https://example.com', GitHub: url } },
    latest: { version: '2.0.0', pubspec: {} },
    versions: [
      { version: '1.2.2', pubspec: { homepage: 'https://example.com' } },
      { version: '1.2.3', pubspec: { repository: url } },
    ],
  }),
  '/tool/1.2.3/tool.nuspec': {
    body: `<package><metadata><repository url="${url}" commit="${commit}"/></metadata></package>`,
  },
};

const named: [Ecosystem, string][] = [
  ['npm', '@scope/tool'],
  ['pypi', 'tool'],
  ['go', 'example.com/Tool'],
  ['cargo', 'tool'],
  ['maven', 'org.example:tool'],
  ['rubygems', 'tool'],
  ['packagist', 'owner/tool'],
  ['nuget', 'Tool'],
  ['pub', 'tool'],
  ['hex', 'tool'],
];

const lost = Array.from({ length: 40 }, (_, at): [Ecosystem, string] => ['npm', `lost-${at}`]);

const dependencyOf = ([ecosystem, name]: [Ecosystem, string]): Dependency => ({
  ecosystem,
  name,
  version: '1.2.3',
  range: '',
  dev: false,
  declaredIn: 'manifest',
});

async function locate(
  names: [Ecosystem, string][],
  origin: string,
  allowedRanges: string[],
  offline = false,
) {
  const http = new HttpClient({ allowedRanges, requestTimeoutMs: 5000 });
  const { signal } = new AbortController();
  const indexes = Object.fromEntries(Object.keys(publicIndexes).map((key) => [key, origin]));
  try {
    const found = await locatePackages(names.map(dependencyOf), {
      folder: '/nowhere',
      home: '/nowhere',
      env: {},
      index: offline
        ? undefined
        : new IndexReader({ indexes: indexes as typeof publicIndexes, http, signal }),
      signal,
    });
    return [...found.values()];
  } finally {
    await http.close();
  }
}

describe('a package without an installed copy', () => {
  test.each(named)('of %s has the repository that its index reports', async (...name) => {
    await using web = await startWebServer(pages);

    const [facts] = await locate([name], web.origin, loopback);

    expect(facts).toMatchObject({ repository: { url } });
  });

  test('has the repository that its lock file names, also without a network', async () => {
    const found = await locatePackages(
      [{ ...dependencyOf(['packagist', 'owner/tool']), source: { url, commit } }],
      {
        folder: '/nowhere',
        home: '/nowhere',
        env: {},
        signal: new AbortController().signal,
      },
    );

    expect([...found.values()]).toEqual([{ repository: { url }, commit }]);
  });

  test('of Yarn is in an archive, and the problem says so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pnp-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, '.pnp.cjs'), '');
    const wanted = { ...dependencyOf(['npm', 'tool']), declaredIn: 'packages/app/package.json' };
    const found = await locatePackages([wanted], {
      folder,
      home: '/nowhere',
      env: {},
      signal: new AbortController().signal,
    });

    expect([...found.values()]).toEqual([
      {
        problem:
          "Yarn Plug'n'Play installs packages as archives, which Lectern does not read; set nodeLinker: node-modules in .yarnrc.yml",
      },
    ]);
  });

  test('that the index does not know is a problem, and the others are found', async () => {
    await using web = await startWebServer(pages);

    const facts = await locate(
      [
        ['npm', 'missing'],
        ['cargo', 'tool'],
      ],
      web.origin,
      loopback,
    );

    expect(facts[0]).toEqual({ problem: 'missing 1.2.3 is unknown to the index of npm' });
    expect(facts[1]).toMatchObject({ repository: { url } });
  });

  test('of Go has the repository that its path names, also offline', async () => {
    const [facts] = await locate(
      [['go', 'github.com/owner/repo/v2']],
      'http://127.0.0.1:9',
      [],
      true,
    );
    expect(facts).toMatchObject({ repository: { url } });
  });

  describe('of Go whose path names no repository', () => {
    const tag = `<meta name="go-import" content="vanity.example/tool git ${url}">`;

    /** Sends requests for the host of the module to a local server. */
    const atHost = (origin: string) => {
      const client = new HttpClient({ allowedRanges: loopback, requestTimeoutMs: 5000 });
      onTestFinished(() => client.close());
      return {
        get: (address: string | URL, options: Parameters<HttpClient['get']>[1]) =>
          client.get(String(address).replace('https://vanity.example', origin), options),
      };
    };
    const module: [Ecosystem, string] = ['go', 'vanity.example/tool/sub'];
    const find = async (web: { origin: string }, names = [module]) => {
      const { signal } = new AbortController();
      const indexes = { ...publicIndexes, go: web.origin };
      const found = await locatePackages(names.map(dependencyOf), {
        folder: '/nowhere',
        home: '/nowhere',
        env: {},
        index: new IndexReader({ indexes, http: atHost(web.origin), signal }),
        signal,
      });
      return [...found.values()];
    };

    test('has the repository that its host names', async () => {
      await using web = await startWebServer({
        '/vanity.example/tool/sub/@v/1.2.3.info': json({ Version: '1.2.3' }),
        '/tool/sub?go-get=1': { body: `<html><head>${tag}</head></html>` },
      });

      expect(await find(web)).toEqual([{ repository: { url, directory: 'sub' } }]);
    });

    test('has the repository that its host names, also if the proxy does not know it', async () => {
      await using web = await startWebServer({ '/tool/sub?go-get=1': { body: tag } });

      expect((await find(web))[0]).toMatchObject({ repository: { url } });
    });

    test('has the repository that the proxy names, without a request to its host', async () => {
      await using web = await startWebServer({
        '/vanity.example/tool/sub/@v/1.2.3.info': json({ Origin: { VCS: 'git', URL: url } }),
      });

      expect((await find(web))[0]).toMatchObject({ repository: { url } });
      expect(web.requests).toHaveLength(1);
    });

    test('is a problem if neither names one', async () => {
      const other = { VCS: 'hg', URL: 'https://hg.example.com/tool' };
      await using web = await startWebServer({
        '/vanity.example/tool/sub/@v/1.2.3.info': json({ Origin: other }),
      });

      expect((await find(web))[0]?.problem).toBe('the package names no Git repository');
      expect((await find(web, [['go', 'vanity.example/gone']]))[0]?.problem).toBe(
        'vanity.example/gone 1.2.3 is unknown to the index of go',
      );
    });

    test('is a problem if its host has a private address', async () => {
      await using web = await startWebServer({
        '/10.0.0.1/tool/@v/1.2.3.info': json({ Version: '1.2.3' }),
      });

      const [facts] = await locate([['go', '10.0.0.1/tool']], web.origin, loopback);

      expect(facts?.problem).toContain('10.0.0.1 is not a public address');
      expect(web.requests).toHaveLength(1);
    });

    test('is not looked up at a host that failed three times in a row', async () => {
      const many = Array.from({ length: 40 }, (_, at): [Ecosystem, string] => [
        'go',
        `vanity.example/t${at}`,
      ]);
      const versions = many.map(([, name]) => [`/${name}/@v/1.2.3.info`, json({})] as const);
      const failing = many.map((_, at) => [`/t${at}?go-get=1`, { status: 501 }] as const);
      await using web = await startWebServer(Object.fromEntries([...versions, ...failing]));

      const facts = await find(web, many);

      const asked = web.requests.filter(({ path }) => path.includes('go-get'));
      expect(asked.length).toBeLessThan(many.length);
      expect(facts.at(-1)?.problem).toBe(
        'vanity.example was not asked, because it failed 3 times in a row',
      );
    });
  });

  test('of Maven is not unknown if only its parent is', async () => {
    await using web = await startWebServer(pages);
    const [facts] = await locate([['maven', 'org.example:orphan']], web.origin, loopback);
    expect(facts?.problem).toBe('the package names no Git repository');
  });

  test('of Packagist has no value for a field that its version unsets', async () => {
    await using web = await startWebServer({
      '/p2/owner/tool.json': json({
        packages: {
          'owner/tool': [
            { version: '1.3.0', source: { url: `${url}-moved` }, support: { source: url } },
            { version: '1.2.3', source: '__unset', homepage: '__unset' },
          ],
        },
      }),
    });

    const [facts] = await locate([['packagist', 'owner/tool']], web.origin, loopback);

    expect(facts).toEqual({ repository: { url } });
  });

  test('is not looked up if the index failed three times in a row; another index still answers', async () => {
    await using web = await startWebServer({
      ...pages,
      ...Object.fromEntries(lost.map(([, name]) => [`/${name}/1.2.3`, { status: 501 }])),
    });

    const facts = await locate([...lost, ['cargo', 'tool']], web.origin, loopback);

    expect(web.requests.length).toBeLessThan(lost.length);
    expect(facts[0]?.problem).toContain('the server failed');
    expect(facts[lost.length - 1]?.problem).toBe(
      'the index of npm was not asked, because it failed 3 times in a row',
    );
    expect(facts.at(-1)).toMatchObject({ repository: { url } });
  });

  test('is not looked up at a private address that is not allowed', async () => {
    await using web = await startWebServer(pages);

    const [facts] = await locate([['cargo', 'tool']], web.origin, []);

    expect(facts?.problem).toContain('is not a public address');
    expect(web.requests).toEqual([]);
  });
});
