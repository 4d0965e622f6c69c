import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { specMistake } from '../../src/libraries/library/validate.ts';
import { manifestSyncMistake } from '../../src/libraries/manifest-sync/validate.ts';
import type { ManifestSyncSpec } from '../../src/resources/manifest-sync.ts';
import type { ResourceClient } from '../../src/kubernetes/kube-client.ts';
import { kubectl } from '../support/chart.ts';
import { openTestCluster, type AnyObject, type TestCluster } from '../support/kube.ts';

const apiVersion = 'lectern.dev/v1alpha1';
const git = { git: { url: 'https://example.org/widgets.git' } };
const library = { id: '/acme/widgets', source: git };
const samples = (await readdir('config/samples')).filter((file) => file.endsWith('.yaml'));

let cluster: TestCluster;
let namespace: string;
let clients: Record<'Library' | 'ManifestSync', ResourceClient<AnyObject>>;
let names = 0;

beforeAll(async () => {
  cluster = await openTestCluster();
  ({ namespace } = cluster);
  const version = { group: 'lectern.dev', version: 'v1alpha1' };
  clients = {
    Library: cluster.client.resource({ ...version, plural: 'libraries' }),
    ManifestSync: cluster.client.resource({ ...version, plural: 'manifestsyncs' }),
  };
});
afterAll(async () => cluster.close());

const soon = (): AbortSignal => AbortSignal.timeout(30_000);

async function create(kind: keyof typeof clients, spec: unknown): Promise<AnyObject> {
  const metadata = { name: `made-${(names += 1)}`, namespace };
  return clients[kind].create({ apiVersion, kind, metadata, spec }, soon());
}

/** Returns the API server's error for a spec; undefined if it accepts the spec. */
async function refusal(kind: keyof typeof clients, spec: unknown): Promise<string | undefined> {
  return create(kind, spec).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const schedule = (text: string) => ({ ...library, refresh: { schedule: text } });
const interval = (text: string) => ({ ...library, refresh: { interval: text } });
const memory = (text: string) => ({ ...library, resources: { limits: { memory: text } } });
const timeout = (text: string) => ({ ...library, timeout: text });
const website = (url: string) => ({ ...library, source: { website: { url } } });
const wiki = (fields: object) => ({
  ...library,
  source: { wiki: { siteUrl: 'https://wiki.example.org', ...fields } },
});
const openapi = (fields: object) => ({ ...library, source: { openapi: fields } });
const upload = { name: 'docs-pets-1', sha256: 'a'.repeat(64), fileName: 'pets.yaml' };
const pages = (...pageIds: string[]) => ({ ...library, source: { pages: { pageIds } } });

/** Cron expressions of five fields with one invalid field each. */
const wrongSchedules = [
  '99 99 * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * 32 * *',
  '* * * 13 *',
  '* * * * 8',
  '*/0 * * * *',
  '*/60 * * * *',
  '1,,2 * * * *',
  '1- * * * *',
  '* * * JAM *',
  '* * * * MOON',
  '- - - - -',
];
const rightSchedules = [
  '0,30 */6 1-15/2 1,6,12 0-7',
  '59 23 31 12 7',
  '05 03 L JAN-mar fri#2',
  '0 0 ? * 1-5',
  '10-20/5,40 * * Dec Sun',
];
const wrongRepositories = [
  'not a url',
  'widgets',
  'github.com/acme/widgets',
  'https://example.org',
  'https://example.org/a b',
  'ftp://example.org/widgets.git',
  'ext::sh -c true',
  '--upload-pack=true',
  'git@example.org',
];
const wrongQuantities = [
  'lots',
  '',
  '1 Gi',
  '-1',
  '1K',
  '8GiB',
  '1e',
  '1e1000',
  '0x10',
  '1,5',
  // Kubernetes treats a limit of 0 as no limit.
  '0',
  '0.0Gi',
  '0e9',
  '.0',
];
const rightQuantities = ['4', '500m', '.5', '5.', '1.5Gi', '2k', '1E', '12e-1', '1e+06'];
const rightRepositories = [
  'https://example.org/acme/widgets.git',
  'git+https://user:secret@example.org:8443/acme/widgets',
  'ssh://git@example.org:2222/acme/widgets.git',
  'git@example.org:/srv/widgets.git',
  'file:///srv/widgets',
  '/srv/my widgets',
  './widgets',
  '../widgets',
  '~/widgets',
];

describe('the definition of Library', () => {
  const oneSource = 'source must have exactly one of git, website, llmstxt, openapi';
  const cron = 'schedule must be five cron fields such as "0 3 * * *"';
  const between =
    'interval must be a whole number of minutes, hours or days such as 90m, 12h or 7d';
  const longest =
    'timeout must be a whole number of seconds, minutes or hours such as 90s, 30m or 2h';
  const onlyDots = 'must have more than dots in each of its names';
  const http = 'url must begin with http:// or https:// and name a host';

  test.each<[string, unknown, string | RegExp]>([
    ['no source', { ...library, source: {} }, oneSource],
    [
      'two sources',
      { ...library, source: { ...git, openapi: { url: 'https://x.org' } } },
      oneSource,
    ],
    [
      'versions of a website',
      { ...website('https://x.org'), versions: ['v1'] },
      'versions belong to a git source only; remove them',
    ],
    [
      'a version named twice',
      { ...library, versions: ['v1', 'v2', 'v1'] },
      /versions names (one of them|v1) twice; name each once/,
    ],
    [
      'neither schedule nor interval',
      { ...library, refresh: {} },
      'refresh must have exactly one of schedule and interval',
    ],
    [
      'schedule and interval',
      { ...library, refresh: { schedule: '@daily', interval: '1h' } },
      'refresh must have exactly one of schedule and interval',
    ],
    ['a schedule of three fields', schedule('0 3 *'), cron],
    ['a schedule of six fields', schedule('0 0 3 * * *'), cron],
    ['a preset there is not', schedule('@fortnightly'), cron],
    ...wrongSchedules.map((text): [string, unknown, string] => [
      `the schedule ${text}`,
      schedule(text),
      cron,
    ]),
    ...wrongRepositories.map((url): [string, unknown, RegExp] => [
      `the repository ${url}`,
      { ...library, source: { git: { url } } },
      /url must be a Git URL such as/,
    ]),
    ...wrongQuantities.map((text): [string, unknown, RegExp] => [
      `the memory ${JSON.stringify(text)}`,
      memory(text),
      /resources\.limits[.[]memory.* must be a quantity above 0 such as 500m, 2 or 8Gi/,
    ]),
    [
      'a request that is no quantity',
      { ...library, resources: { requests: { 'example.com/seats': 'many' } } },
      /requests.*example\.com\/seats.* must be a quantity above 0 such as/,
    ],
    ['an interval without a unit', interval('90'), between],
    ['an interval in seconds', interval('90s'), between],
    ['an interval of nothing', interval('0m'), between],
    ['an interval beyond all years', interval('999999999999999d'), between],
    ['a timeout in days', timeout('1d'), longest],
    ['a timeout of nothing', timeout('0s'), longest],
    ['a website that is no URL', website('example.org'), http],
    ['a website without a host', website('https:///path'), http],
    ['a website over ftp', website('ftp://example.org'), http],
    ['an llms.txt that is no URL', { ...library, source: { llmstxt: { url: 'llms.txt' } } }, http],
    [
      'a description that is no URL',
      { ...library, source: { openapi: { url: 'openapi.json' } } },
      http,
    ],
    ['a description from nowhere', openapi({}), 'openapi must have exactly one of url and upload'],
    [
      'a description from two places',
      openapi({ url: 'https://x.org', upload }),
      'openapi must have exactly one of url and upload',
    ],
    ['an upload without its hash', openapi({ upload: { ...upload, sha256: '' } }), /sha256/],
    ['an upload by a path', openapi({ upload: { ...upload, name: '../pets' } }), /name/],
    ['a wiki without a space or pages', wiki({}), 'wiki must have spaceKey, pageIds or both'],
    ['a wiki of no pages', wiki({ pageIds: [] }), 'wiki must have spaceKey, pageIds or both'],
    ['a space by its name', wiki({ spaceKey: 'My docs' }), 'spaceKey must be the key of a space'],
    ['a wiki page by its title', wiki({ pageIds: ['Start'] }), /pageIds/],
    [
      'a wiki that is no URL',
      wiki({ siteUrl: 'wiki.example.org', spaceKey: 'DOC' }),
      'siteUrl must begin with http:// or https://',
    ],
    ['no pages', pages(), /pageIds/],
    ['a page by its title', pages('Handbook'), /pageIds/],
    ['owner rules that are asked for', { ...library, ownerRules: 'ask' }, /ownerRules/],
    ['an id without an owner', { ...library, id: '/widgets' }, /id/],
    ['an id with a version', { ...library, id: '/acme/widgets@v1' }, /id/],
    ['an id that URLs cannot hold', { ...library, id: '/acme/..' }, onlyDots],
    ['an id with a control character', { ...library, id: '/acme/a\u0000b' }, /id/],
    ['a former id that URLs cannot hold', { ...library, formerIds: ['/./a'] }, onlyDots],
    ['a former id of one part', { ...library, formerIds: ['/old'] }, /formerIds/],
    ['no id', { source: git }, /id/],
    ['no source at all', { id: '/acme/widgets' }, /source/],
    ['a source without its URL', { ...library, source: { git: {} } }, /url/],
    ['an empty URL', { ...library, source: { git: { url: '' } } }, /url/],
    ['a title over 200 characters', { ...library, title: 'x'.repeat(201) }, /title/],
    [
      'fewer pages than one',
      { ...library, source: { website: { url: 'https://x.org', maxPages: 0 } } },
      /maxPages/,
    ],
    ['a Secret without a name', { ...library, secretRef: {} }, /name/],
    [
      'the Secret of the integrations',
      { ...library, secretRef: { name: 'lectern-integrations' } },
      "secretRef must name a Secret of the library's own",
    ],
  ])('refuses %s, on a cluster and in one process', async (_, spec, message) => {
    const pattern = typeof message === 'string' ? literal(message) : message;

    expect(await refusal('Library', spec)).toMatch(pattern);
    expect(specMistake(spec)).toMatch(pattern);
  });

  test.each<[string, unknown]>([
    [
      'one of everything',
      {
        ...library,
        title: 'T',
        description: 'D',
        aliases: ['@acme/widgets'],
        formerIds: ['/old/widgets'],
        versions: ['v1', 'main'],
        ownerRules: 'allow',
        suspend: true,
        secretRef: { name: 's' },
        timeout: '90s',
        resources: { requests: { cpu: '1' }, limits: { memory: '2Gi' } },
        refresh: { interval: '7d' },
      },
    ],
    [
      'an ssh repository',
      { ...library, source: { git: { url: 'git@example.org:acme/widgets.git' } } },
    ],
    ['an uploaded description', openapi({ upload })],
    ['steps and names in a schedule', schedule('*/15 2-5 1,15 JAN-MAR MON')],
    ['a preset', schedule('@weekly')],
    ...rightSchedules.map((text): [string, unknown] => [`the schedule ${text}`, schedule(text)]),
    ...rightRepositories.map((url): [string, unknown] => [
      `the repository ${url}`,
      { ...library, source: { git: { url } } },
    ]),
    ...rightQuantities.map((text): [string, unknown] => [`the memory ${text}`, memory(text)]),
    ['an empty list of versions', { ...website('https://x.org'), versions: [] }],
    ['a port and upper case', website('https://Docs.Example.org:8443/start')],
  ])('accepts %s, on a cluster and in one process', async (_, spec) => {
    expect(await refusal('Library', spec)).toBeUndefined();
    expect(specMistake(spec)).toBeUndefined();
  });

  test('refuses a change of the id', async () => {
    const { metadata } = await create('Library', library);
    const body = { spec: { id: '/acme/other' } };

    const change = clients.Library.patch(
      `${namespace}/${metadata.name}`,
      body,
      { type: 'merge' },
      soon(),
    );

    await expect(change).rejects.toThrow(
      'id never changes; delete this Library and make one with the new id that lists the old id in formerIds',
    );
  });

  test('sets defaults for absent fields, and drops unknown fields', async () => {
    const source = { website: { url: 'https://example.org', depth: 9 } };
    const created = await create('Library', { ...library, source, sources: [] });

    expect(created['spec']).toEqual({
      ...library,
      source: { website: { url: 'https://example.org', maxPages: 100, maxDepth: 3 } },
    });
    expect(created.status).toEqual({ observedGeneration: -1 });
  });
});

describe('the definition of ManifestSync', () => {
  const repository = 'https://example.org/manifests.git';
  const onePlace = 'spec must have exactly one of repository, configMapRef';
  const cron = 'schedule must be five cron fields such as "*/15 * * * *"';

  test.each<[string, unknown, string | RegExp]>([
    ['no place', {}, onePlace],
    ['two places', { repository, file: '/repos.yaml' }, onePlace],
    [
      'a path in a ConfigMap',
      { configMapRef: { name: 'm' }, path: 'x' },
      'path belongs to repository; remove it',
    ],
    [
      'a branch of a file',
      { file: '/repos.yaml', branch: 'main' },
      'branch belongs to repository; remove it',
    ],
    [
      'a Secret for a file',
      { file: '/repos.yaml', secretRef: { name: 's' } },
      'secretRef belongs to repository; remove it',
    ],
    [
      'the Secret of the integrations',
      { repository, secretRef: { name: 'lectern-integrations' } },
      "secretRef must name a Secret of the manifest's own",
    ],
    ['a schedule of four fields', { repository, schedule: '* * * *' }, cron],
    ['a preset there is not', { repository, schedule: 'weekly' }, cron],
    ...wrongSchedules.map((text): [string, unknown, string] => [
      `the schedule ${text}`,
      { repository, schedule: text },
      cron,
    ]),
    ...wrongRepositories.map((url): [string, unknown, RegExp] => [
      `the repository ${url}`,
      { repository: url },
      /repository must be a Git URL such as/,
    ]),
    ['a ConfigMap without a name', { configMapRef: {} }, /name/],
    ['an empty repository', { repository: '' }, /repository/],
  ])('refuses %s, on a cluster and in one process', async (_, spec, message) => {
    const pattern = typeof message === 'string' ? literal(message) : message;

    expect(await refusal('ManifestSync', spec)).toMatch(pattern);
    expect(manifestSyncMistake(spec as ManifestSyncSpec, false)).toMatch(pattern);
  });

  test.each([
    'manual',
    'hourly',
    'daily',
    'every-5-minutes',
    'every-15-minutes',
    '0 6 * * MON',
    ...rightSchedules,
  ])('accepts the schedule %s, on a cluster and in one process', async (schedule) => {
    const spec = { repository, path: 'docs/repos.yaml', branch: 'main', schedule };

    expect(await refusal('ManifestSync', spec)).toBeUndefined();
    expect(manifestSyncMistake(spec, false)).toBeUndefined();
  });

  test('has a default status with the observed generation -1', async () => {
    expect((await create('ManifestSync', { repository })).status).toEqual({
      observedGeneration: -1,
    });
  });
});

describe.each(['lectern.dev_libraries.yaml', 'lectern.dev_manifestsyncs.yaml'])('%s', (file) => {
  interface Schema {
    description?: string;
    properties?: Record<string, Schema>;
    items?: Schema;
  }

  /** Returns the paths of the fields without a description. */
  function undescribed({ description, properties = {}, items }: Schema, path: string): string[] {
    const here = description === undefined && path !== '.metadata' ? [path] : [];
    const below = Object.entries(properties).flatMap(([name, schema]) =>
      undescribed(schema, `${path}.${name}`),
    );
    // The description of a list describes its items, so only the fields of items need their own.
    const fields = items ? undescribed({ description: '', ...items }, `${path}[]`) : [];
    return [...here, ...below, ...fields];
  }

  test('describes every field', async () => {
    const definition = parse(await readFile(`crds/${file}`, 'utf8')) as {
      spec: { versions: { schema: { openAPIV3Schema: Schema } }[] };
    };

    expect(undescribed(definition.spec.versions[0]!.schema.openAPIV3Schema, '')).toEqual([]);
  });

  test('is a structural schema for the API server', async () => {
    const definitions = cluster.client.resource<AnyObject>({
      group: 'apiextensions.k8s.io',
      version: 'v1',
      plural: 'customresourcedefinitions',
    });
    const { metadata } = parse(await readFile(`crds/${file}`, 'utf8')) as AnyObject;

    const { status } = await definitions.get(metadata.name, soon());

    const types = status!
      .conditions!.filter((one) => one.status === 'True')
      .map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['NamesAccepted', 'Established']));
    expect(types).not.toContain('NonStructuralSchema');
  });
});

describe('kubectl', () => {
  let shown: string;

  beforeAll(async () => {
    shown = await cluster.addNamespace();
    const condition = {
      type: 'Ready',
      status: 'True',
      reason: 'Succeeded',
      message: '412 snippets served',
      lastTransitionTime: new Date().toISOString(),
    };
    const at = (kind: keyof typeof clients, name: string, spec: object) => ({
      apiVersion,
      kind,
      metadata: { name, namespace: shown },
      spec,
    });
    await clients.Library.create(at('Library', 'widgets', library), soon());
    const sync = { repository: 'https://example.org/manifests.git' };
    await clients.ManifestSync.create(at('ManifestSync', 'default', sync), soon());
    const status = { subresource: 'status', type: 'merge' } as const;
    await clients.Library.patch(
      `${shown}/widgets`,
      { status: { state: 'finalized', totalSnippets: 412, conditions: [condition] } },
      status,
      soon(),
    );
    const synced = { ...condition, message: 'Synced 0123456: 3 created' };
    await clients.ManifestSync.patch(
      `${shown}/default`,
      { status: { libraries: 3, lastCommit: '0123456789', conditions: [synced] } },
      status,
      soon(),
    );
  });

  async function get(...args: string[]): Promise<string[][]> {
    const text = await kubectl(['--namespace', shown, 'get', ...args]);
    // More than one space separates the columns.
    return text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
  }

  test('shows the state of a Library in one line', async () => {
    expect(await get('lib')).toEqual([
      ['NAME', 'ID', 'STATE', 'SNIPPETS', 'READY', 'MESSAGE', 'AGE'],
      [
        'widgets',
        '/acme/widgets',
        'finalized',
        '412',
        'True',
        '412 snippets served',
        expect.stringMatching(/^\d+s$/),
      ],
    ]);
  });

  test('shows the result of a ManifestSync in one line', async () => {
    const [head, line] = await get('msync');

    expect(head).toEqual(['NAME', 'LIBRARIES', 'LAST', 'READY', 'MESSAGE', 'AGE']);
    expect(line!.join(' ')).toMatch(/^default 3 .*True Synced 0123456: 3 created \d+s$/);
  });

  test('finds both kinds by their category and by their short names', async () => {
    for (const what of ['lectern', 'lib,msync']) {
      const rows = (await get(what)).map(([first]) => first);
      expect(rows).toContain('library.lectern.dev/widgets');
      expect(rows).toContain('manifestsync.lectern.dev/default');
    }
  });

  test('explains the fields', async () => {
    const text = await kubectl(['explain', 'library.spec.source.git.folders']);

    expect(text).toContain('Folders to read. Lectern also reads Markdown at the root.');
  });

  test.each(samples)('applies the sample %s', async (file) => {
    const name = await cluster.addNamespace();
    const path = `config/samples/${file}`;

    await kubectl(['apply', '--namespace', name, '--filename', path, '--validate=strict']);

    const objects = parseAllDocuments(await readFile(path, 'utf8')).map(
      (document) => document.toJS() as AnyObject & { kind: string; spec: object },
    );
    for (const { kind, spec } of objects) {
      if (kind === 'Library') expect(specMistake(spec)).toBeUndefined();
    }
    expect(objects.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(Library|ManifestSync)$/)]),
    );
  });
});

function literal(text: string): RegExp {
  return new RegExp(RegExp.escape(text));
}
