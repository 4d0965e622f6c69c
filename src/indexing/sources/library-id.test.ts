import { array, assert, constantFrom, property, stringMatching, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openPolicies, patched } from '../../identity/access/policies.ts';
import { isAllowed } from '../../identity/access/policy-judge.ts';
import type { LibrarySource } from '../../resources/library.ts';
import {
  derivedIds,
  earlierId,
  libraryId,
  type Author,
  chooseLibraryId,
  type IdHolder,
} from './library-id.ts';
import { recognize } from './recognize.ts';

function idsOf(address: string, author: Author = 'stranger', type?: 'website' | 'git'): string[] {
  return derivedIds(recognize(address, type).source, author);
}

describe('repositories', () => {
  test.each([
    'https://github.com/vercel/next.js',
    'https://www.github.com/Vercel/Next.js.git',
    'https://gitlab.com/vercel/next.js',
    'https://bitbucket.org/vercel/next.js/src/main/docs',
    'https://codeberg.org/vercel/next.js',
    'https://gitea.com/vercel/next.js',
    'git@github.com:vercel/next.js.git',
    'ssh://git@github.com/vercel/next.js',
    'vercel/next.js',
  ])('%s gets /vercel/next.js', (address) => {
    expect(libraryId(recognize(address).source)).toBe('/vercel/next.js');
  });

  test.each([
    ['https://git.evil.example/vercel/next.js.git', '/git.evil.example/vercel_next.js'],
    ['https://git.evil.example:8443/vercel/next.js.git', '/git.evil.example_8443/vercel_next.js'],
    ['https://github.com:8443/vercel/next.js.git', '/github.com_8443/vercel_next.js'],
    [
      'https://github.com.evil.example/vercel/next.js.git',
      '/github.com.evil.example/vercel_next.js',
    ],
    ['git@git.evil.example:vercel/next.js', '/git.evil.example/vercel_next.js'],
    ['ssh://git@GIT.evil.example:2222/vercel/next.js', '/git.evil.example_2222/vercel_next.js'],
    ['https://git.example.org/tool.git', '/git.example.org/tool'],
    ['https://gitlab.com/group/sub/project', '/gitlab.com/group_sub_project'],
    // The first segments that other sources have, and one that reads as a host.
    ['https://github.com/websites/react_dev', /^\/github\.com\/websites_react_dev~[0-9a-f]{16}$/],
    ['https://github.com/docs/api', '/github.com/docs_api'],
    [
      'https://gitlab.com/git.example.org/team_tool',
      /^\/gitlab\.com\/git\.example\.org_team_tool~/,
    ],
    // What would be lost in an id stands in its mark.
    ['https://git.example.org/Team/tool.git', /^\/git\.example\.org\/team_tool~[0-9a-f]{16}$/],
    ['https://git.example.org/a_b/c.git', /^\/git\.example\.org\/a_b_c~[0-9a-f]{16}$/],
    ['https://localhost/vercel/next.js.git', /^\/localhost\/vercel_next\.js~[0-9a-f]{16}$/],
  ])('%s never gets the id of a repository on another host: %s', (address, id) => {
    const ids = idsOf(address, 'author');
    expect(ids).toHaveLength(1);
    expect(ids[0]).toMatch(id);
  });

  test('the second of two known hosts gets the id with its host', () => {
    expect(idsOf('https://gitlab.com/acme/anvil')).toEqual([
      '/acme/anvil',
      '/gitlab.com/acme_anvil',
    ]);
  });

  test('a folder of this machine is a local library, which strangers cannot add', () => {
    expect(idsOf('/srv/vercel/next.js', 'author')).toEqual(['/local/next.js']);
  });
});

describe('sites', () => {
  test('a site as it is written has the short id for everybody', () => {
    expect(idsOf('https://react.dev')).toEqual(['/websites/react_dev', '/websites/react.dev']);
  });

  test.each([
    ['https://react.com/dev', '/websites/react.com_dev'],
    ['https://react.org/dev', '/websites/react.org_dev'],
    ['https://react.dev.com', '/websites/react.dev.com'],
    ['https://docs.react.dev', '/websites/docs.react.dev'],
    ['https://react_dev.com', /^\/websites\/react_dev_com~[0-9a-f]{16}$/],
    ['https://react.dev:8443', /^\/websites\/react_dev_8443~[0-9a-f]{16}$/],
    ['https://react/dev', /^\/websites\/react_dev~[0-9a-f]{16}$/],
    ['https://react.com/Dev', /^\/websites\/react_com_dev~[0-9a-f]{16}$/],
    ['https://python.com/3', '/websites/python.com_3'],
    ['https://react.com/llms.txt', '/llmstxt/react.com_llms.txt'],
    ['https://api.react.com/v1/openapi.json', '/openapi/api.react.com_v1_openapi.json'],
  ])('%s, which only looks like another one, gets %s from a stranger', (address, id) => {
    const ids = idsOf(address);
    expect(ids).toHaveLength(1);
    expect(ids[0]).toMatch(id);
  });

  test.each([
    ['https://docs.python.org/3', '/websites/python_3', '/websites/docs.python.org_3'],
    [
      'https://fastapi.tiangolo.com',
      '/websites/fastapi_tiangolo',
      '/websites/fastapi.tiangolo.com',
    ],
    ['https://gsap.com/llms.txt', '/llmstxt/gsap_llms_txt', '/llmstxt/gsap.com_llms.txt'],
  ])('%s has the short id %s from an admin, or %s where that is taken', (address, ...ids) => {
    expect(idsOf(address, 'author')).toEqual(ids);
  });

  test('two spaces and two pages of like names have ids of their own in reserve', () => {
    const wiki = (spaceKey: string) =>
      derivedIds({ wiki: { siteUrl: 'https://acme.atlassian.net', spaceKey } }, 'stranger');
    expect(wiki('A.B')[0]).toBe(wiki('A_B')[0]);
    expect(wiki('A.B')[1]).not.toBe(wiki('A_B')[1]);
    const pages = (id: string) =>
      derivedIds({ pages: { workspaceName: 'Acme', pageIds: [id] } }, 'stranger');
    expect(pages('1')[0]).toBe('/pages/acme');
    expect(pages('1')[1]).not.toBe(pages('2')[1]);
  });
});

test('a repository is known by the id that an earlier version gave it', () => {
  const earlier = (url: string): string => earlierId({ git: { url } });
  expect(earlier('https://git.example.org/team/tool.git')).toBe('/team/tool');
  expect(earlier('https://gitlab.com/group/sub/project')).toBe('/group_sub/project');
  expect(earlier('https://github.com/npm/.github')).toBe('/npm/github');
});

function gitIds(url: string): string[] {
  return derivedIds({ git: { url } }, 'stranger');
}

const host = stringMatching(/^(github\.com|gitlab\.com|[a-c]{1,2}\.(com|org|dev)|a_b\.com|ab)$/);
const segment = stringMatching(/^[.]?[a-bA_~.%é-]{0,3}[ab1]$/);

test('no two repositories that strangers add derive the same id, but on known hosts', () => {
  const known = new Set(['github.com', 'gitlab.com']);
  const repository = tuple(host, array(segment, { minLength: 1, maxLength: 3 }));
  assert(
    property(repository, repository, ([a, as], [b, bs]) => {
      const isSame = known.has(a)
        ? a === b && as.join('/').toLowerCase() === bs.join('/').toLowerCase()
        : a === b && as.join('/') === bs.join('/');
      const [one, other] = [
        gitIds(`ssh://git@${a}/${as.join('/')}`),
        gitIds(`ssh://git@${b}/${bs.join('/')}`),
      ];
      if (isSame) return;
      if (!(known.has(a) && known.has(b))) expect(one[0]).not.toBe(other[0]);
      expect(one.at(-1)).not.toBe(other.at(-1));
      for (const id of [...one, ...other]) expect(id).toMatch(/^\/[^/@\s]+\/[^/@\s]+$/);
    }),
    { numRuns: 2000 },
  );
});

test('no two sites that strangers add derive the same id', () => {
  const site = tuple(
    constantFrom('a.com', 'a.org', 'a.dev', 'a.b.com', 'docs.a.com', 'www.a.dev', 'a_b.com', 'ab'),
    constantFrom('', ':81'),
    array(constantFrom('a', 'b', 'dev', 'A', 'a_b', '81', 'a.b', '%2e', 'é'), { maxLength: 2 }),
  );
  assert(
    property(site, site, ([a, ap, as], [b, bp, bs]) => {
      const [one, other] = [
        `https://${a}${ap}/${as.join('/')}`,
        `https://${b}${bp}/${bs.join('/')}`,
      ];
      if (one === other || URL.parse(one)?.href === URL.parse(other)?.href) return;
      expect(idsOf(one, 'stranger', 'website')[0]).not.toBe(idsOf(other, 'stranger', 'website')[0]);
    }),
    { numRuns: 2000 },
  );
});

const git = (url: string): LibrarySource => ({ git: { url } });
const real = git('https://github.com/vercel/next.js');
const squatter = git('https://git.evil.example/vercel/next.js');

function settled(source: LibrarySource, held: Record<string, IdHolder>): string {
  return chooseLibraryId(source, 'author', (id) => held[id]);
}

describe('chooseLibraryId', () => {
  test('a free id is taken', () => {
    expect(settled(real, {})).toBe('/vercel/next.js');
    expect(settled(squatter, {})).toBe('/git.evil.example/vercel_next.js');
  });

  test('a library that keeps an id from before does not displace the repository that it belongs to', () => {
    expect(settled(real, { '/vercel/next.js': squatter })).toBe('/github.com/vercel_next.js');
  });

  test('the second of two known hosts gets the id with its host, and keeps it', () => {
    const second = git('https://gitlab.com/vercel/next.js');
    const held = { '/vercel/next.js': real };
    expect(settled(second, held)).toBe('/gitlab.com/vercel_next.js');
    expect(settled(second, { '/gitlab.com/vercel_next.js': second })).toBe(
      '/gitlab.com/vercel_next.js',
    );
  });

  test('finds an existing repository under the id that an earlier version of Lectern chose', () => {
    expect(settled(squatter, { '/vercel/next.js': squatter })).toBe('/vercel/next.js');
  });

  test('an id that is kept for something else is passed over', () => {
    expect(settled(real, { '/vercel/next.js': 'reserved' })).toBe('/github.com/vercel_next.js');
  });
});

describe('a domain in the policies', () => {
  const blocks = (entry: string, id: string): boolean => {
    const quality = { blockedLibraries: { add: [entry] } };
    const policies = patched(openPolicies(), { libraryFilters: { mode: 'quality', quality } });
    return !isAllowed(policies, { id, source: 'website' }, Date.now());
  };

  test.each([
    ['fastapi.tiangolo.com', 'https://fastapi.tiangolo.com'],
    ['fastapi.tiangolo.com', 'https://fastapi.tiangolo.com/tutorial/first-steps'],
    ['docs.example.com', 'https://docs.example.com/guide'],
    ['docs.example.com', 'https://docs.example.com/Guide?lang=en'],
    ['docs.example.com', 'https://docs.example.com:8443/'],
    ['www.example.com', 'https://www.example.com'],
    ['Vite.dev', 'https://vite.dev/guide'],
    ['react.dev', 'https://react.dev/?page=1'],
  ])('%s blocks every id of %s', (domain, url) => {
    const ids = idsOf(url, 'author', 'website');
    expect(ids.map((id) => [id, blocks(domain, id)])).toEqual(ids.map((id) => [id, true]));
  });

  test.each([
    ['python.org', 'https://pythonista.org'],
    ['vite.dev', 'https://vite.development'],
    ['docs.acme.dev', 'https://acme.io'],
    ['react.com', 'https://evil.example/react'],
  ])('%s does not block %s', (domain, url) => {
    const ids = idsOf(url, 'author', 'website');
    expect(ids.map((id) => [id, blocks(domain, id)])).toEqual(ids.map((id) => [id, false]));
  });
});
