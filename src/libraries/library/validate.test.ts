import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { schemaProblem } from '../../base/schema-problem.ts';
import { librarySpecSchema } from '../../resources/library.gen.ts';
import type { LibrarySpec } from '../../resources/library.ts';
import { parseMaxResources } from './max-resources.ts';
import { specMistake } from './validate.ts';

const git = { git: { url: 'https://example.org/a/b' } };

describe('specMistake', () => {
  test('accepts a plain Git library', () => {
    expect(specMistake({ id: '/a/b', source: git })).toBeUndefined();
  });

  test('takes an empty branch for the default one', () => {
    const source = { git: { url: 'https://example.org/a/b', branch: '' } };
    expect(specMistake({ id: '/a/b', source })).toBeUndefined();
  });

  test.each([
    [
      'an id that is not a path of two parts',
      { id: 'a/b', source: git },
      /^id must be \/owner\/name without spaces and @, not "a\/b"$/,
    ],
    [
      'an id that a URL cannot contain',
      { id: '/../..', source: git },
      /^id must have more than dots in each of its names$/,
    ],
    [
      'an id that no database stores',
      { id: '/a/b\u0000', source: git },
      /^id must be \/owner\/name/,
    ],
    [
      'an earlier id that a URL cannot contain',
      { id: '/a/b', formerIds: ['/a/.'], source: git },
      /^formerIds\.0 must have more than dots/,
    ],
    [
      'two sources',
      { id: '/a/b', source: { ...git, website: { url: 'https://x' } } },
      /exactly one of git/,
    ],
    ['no source', { id: '/a/b', source: {} }, /exactly one of git/],
    [
      'an unknown field',
      { id: '/a/b', source: { git: { url: 'x', depth: 1 } } },
      /source.git has the unknown field "depth"/,
    ],
    [
      'a number out of bounds',
      { id: '/a/b', source: { website: { url: 'x', maxPages: 0 } } },
      /maxPages must be 1 or more/,
    ],
    [
      'a branch that is an option',
      { id: '/a/b', source: { git: { url: 'https://x/a/b', branch: '--upload-pack=x' } } },
      /^branch "--upload-pack=x" cannot name a tag or branch/,
    ],
    [
      'a version that is an option',
      { id: '/a/b', source: git, versions: ['v1', '-c'] },
      /^versions "-c" cannot name a tag or branch/,
    ],
    [
      'a version named twice',
      { id: '/a/b', source: git, versions: ['v1', 'v1'] },
      /names v1 twice/,
    ],
    [
      'the Secret of the integrations',
      { id: '/a/b', source: git, secretRef: { name: 'lectern-integrations' } },
      /secretRef must name a Secret of the library's own/,
    ],
    [
      'versions of a website',
      { id: '/a/b', source: { website: { url: 'https://x' } }, versions: ['v1'] },
      /git source only/,
    ],
    [
      'a website that is no URL',
      { id: '/a/b', source: { website: { url: 'example.org' } } },
      /source.website.url must begin with http:/,
    ],
    [
      'a schedule without five fields',
      { id: '/a/b', source: git, refresh: { schedule: '3 * *' } },
      /refresh.schedule must be five cron fields/,
    ],
    [
      'a schedule out of bounds',
      { id: '/a/b', source: git, refresh: { schedule: '61 * * * *' } },
      /refresh.schedule.*minute 0-59/,
    ],
    [
      'a schedule and an interval',
      { id: '/a/b', source: git, refresh: { schedule: '@daily', interval: '1h' } },
      /refresh must have exactly one/,
    ],
    [
      'a longest interval without an interval',
      { id: '/a/b', source: git, refresh: { schedule: '@daily', maxInterval: '30d' } },
      /refresh.maxInterval needs refresh.interval/,
    ],
    [
      'an interval without a unit',
      { id: '/a/b', source: git, refresh: { interval: '10' } },
      /refresh.interval must be a whole number/,
    ],
    ['something that is no object', 'x', /must be an object/],
  ])('names %s', (_, spec, message) => {
    expect(specMistake(spec)).toMatch(message);
  });

  describe('resources', () => {
    const maxResources = parseMaxResources(['cpu=4', 'memory=8Gi', 'ephemeral-storage=20Gi']);
    const mistakeOf = (resources: LibrarySpec['resources'] & object): string | undefined =>
      specMistake({ id: '/a/b', source: git, resources }, { maxResources });

    test('may be as large as the install allows', () => {
      const resources = {
        requests: { cpu: '4000m', memory: '8192Mi' },
        limits: { cpu: '4', memory: '8Gi', 'ephemeral-storage': '20Gi' },
      };

      expect(mistakeOf(resources)).toBeUndefined();
    });

    test.each<[string, LibrarySpec['resources'] & object, string]>([
      [
        'a limit above the maximum',
        { limits: { memory: '900Gi' } },
        'resources.limits.memory must be at most 8Gi on this install, not 900Gi; its operator may raise maxRunResources (indexer.maxResources of the chart)',
      ],
      [
        'a limit above the maximum by a byte',
        { limits: { memory: '8589934593' } },
        'resources.limits.memory must be at most 8Gi on this install, not 8589934593;',
      ],
      [
        'a request above the maximum',
        { requests: { cpu: '4001m' } },
        'resources.requests.cpu must be at most 4 on this install, not 4001m;',
      ],
      [
        'a resource without a maximum',
        { limits: { 'nvidia.com/gpu': '8' } },
        'resources.limits must not name nvidia.com/gpu on this install, but only cpu, memory, ephemeral-storage; its operator may add nvidia.com/gpu to maxRunResources (indexer.maxResources of the chart)',
      ],
      [
        'a resource with the name of a property of every object',
        { requests: { constructor: '1' } },
        'resources.requests must not name constructor on this install',
      ],
      [
        'a request above its limit',
        { requests: { memory: '2Gi' }, limits: { memory: '1Gi' } },
        'resources.requests.memory must be at most its limit 1Gi, not 2Gi',
      ],
    ])('refuses %s', (_, resources, message) => {
      expect(mistakeOf(resources)).toContain(message);
    });

    test('have no maximum where no Jobs are made', () => {
      const resources = { limits: { 'nvidia.com/gpu': '8', memory: '900Gi' } };

      expect(specMistake({ id: '/a/b', source: git, resources })).toBeUndefined();
    });

    test('may name a device that the install lists', () => {
      const spec = { id: '/a/b', source: git, resources: { limits: { 'nvidia.com/gpu': '1' } } };
      const allowed = parseMaxResources(['nvidia.com/gpu=1']);

      expect(specMistake(spec, { maxResources: allowed })).toBeUndefined();
    });
  });
});

/** The patterns of a Library's definition, in JSON. */
const patterns = JSON.stringify(librarySpecSchema).matchAll(/"pattern":("(?:[^"\\]|\\.)+")/g);

test.each([...new Set([...patterns].map(([, text]) => text!))])(
  'a mistake of the pattern %s is explained in words',
  (text) => {
    const pattern = JSON.parse(text) as string;
    const check = new Ajv2020({ verbose: true }).compile({ type: 'string', pattern });
    check(' ');
    expect(schemaProblem(check.errors![0]!)).toMatch(/^must be [^^]+, not " "$/);
  },
);
