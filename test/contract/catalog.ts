import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Catalog, FoundLibrary } from '../../src/store/catalog.ts';
import type { LibraryRecord, NameOrigin } from '../../src/resources/library-record.ts';
import { record } from '../support/fake-stores.ts';

/** A catalog for one test, and a second one over the same data, as in another process. */
export interface CatalogUnderTest {
  catalog: Catalog;
  another(): Promise<Catalog>;
  cleanUp(): Promise<void>;
}

function recordOf(id: string, parts: Partial<LibraryRecord> = {}): LibraryRecord {
  return record(id, {
    lastUpdateDate: '2026-01-01T00:00:00.000Z',
    totalTokens: 1_000,
    totalSnippets: 10,
    stars: 100,
    versions: ['v1'],
    ...parts,
  });
}

function idsOf(found: FoundLibrary[]): string[] {
  return found.map(({ record: { id } }) => id);
}

function claims(origin: NameOrigin, ...names: string[]): Pick<LibraryRecord, 'names'> {
  return { names: names.map((name) => ({ name, origin })) };
}

/** Defines the tests that every adapter of Catalog must pass. */
export function describeCatalog(name: string, create: () => Promise<CatalogUnderTest>): void {
  // oxlint-disable-next-line vitest/valid-title
  describe(name, () => {
    let under: CatalogUnderTest;
    let catalog: Catalog;

    beforeEach(async () => {
      under = await create();
      catalog = under.catalog;
    });
    afterEach(async () => under.cleanUp());

    async function putAll(...records: LibraryRecord[]): Promise<void> {
      for (const record of records) await catalog.put(record);
    }

    async function ids(name: string, query = name, from = catalog): Promise<string[]> {
      return idsOf(await from.search({ name, query, limit: 10 }));
    }

    describe('records', () => {
      test('are returned unchanged', async () => {
        const record = recordOf('/a/b', {
          aliases: ['x'],
          formerIds: ['/old/b'],
          topics: 'one two',
        });
        await catalog.put(record);
        expect(await catalog.get('/a/b')).toEqual(record);
        const [found] = await catalog.search({ name: 'b', query: 'b', limit: 1 });
        expect(found?.record).toEqual(record);
      });

      test('are replaced by a later record with the same id', async () => {
        await putAll(
          recordOf('/a/b', { title: 'Old title' }),
          recordOf('/a/b', { title: 'New title' }),
        );
        expect((await catalog.get('/a/b'))?.title).toBe('New title');
        expect(await ids('new title')).toEqual(['/a/b']);
        expect(await ids('old')).toEqual([]);
        expect(await catalog.list()).toHaveLength(1);
      });

      test('are found by a former id, and have their current id', async () => {
        await putAll(recordOf('/new/b', { formerIds: ['/old/b'] }));
        expect((await catalog.get('/old/b'))?.id).toBe('/new/b');
        await putAll(recordOf('/new/b'));
        expect(await catalog.get('/old/b')).toBeUndefined();
      });

      test('with a current id are preferred to a record that had it before', async () => {
        await putAll(recordOf('/new/b', { formerIds: ['/old/b'] }), recordOf('/old/b'));
        expect((await catalog.get('/old/b'))?.id).toBe('/old/b');
      });

      test('with a former id of two libraries lead to the first one', async () => {
        await putAll(recordOf('/new/b', { formerIds: ['/old/b'] }));
        await putAll(recordOf('/evil/b', { formerIds: ['/old/b', '/old/c'] }));

        expect((await catalog.get('/old/b'))?.id).toBe('/new/b');
        expect((await catalog.get('/old/c'))?.id).toBe('/evil/b');
      });

      test('disappear at once when removed, also from former ids', async () => {
        await putAll(recordOf('/a/b', { formerIds: ['/old/b'] }), recordOf('/a/c'));
        expect(await ids('b')).toContain('/a/b');
        await catalog.remove('/a/b');
        expect(await catalog.get('/a/b')).toBeUndefined();
        expect(await catalog.get('/old/b')).toBeUndefined();
        expect(await ids('b')).not.toContain('/a/b');
        expect((await catalog.list()).map(({ id }) => id)).toEqual(['/a/c']);
        await putAll(recordOf('/a/b'));
        expect(await ids('b')).toContain('/a/b');
      });

      test('are visible to the next lookup and search of another process', async () => {
        const other = await under.another();
        expect(await ids('widget', 'widget', other)).toEqual([]);
        await putAll(recordOf('/a/widget'));
        expect(await ids('widget', 'widget', other)).toEqual(['/a/widget']);
        await catalog.remove('/a/widget');
        expect(await ids('widget', 'widget', other)).toEqual([]);
      });

      test('that were returned can be changed without an effect on later results', async () => {
        await putAll(recordOf('/a/b', { aliases: ['x'] }));
        const [first] = await catalog.search({ name: 'b', query: 'b', limit: 1 });
        first!.record.title = 'changed';
        first!.record.aliases.push('changed');
        const [again] = await catalog.search({ name: 'b', query: 'b', limit: 1 });
        expect(again?.record).toEqual(recordOf('/a/b', { aliases: ['x'] }));
      });

      test('are counted if they are public and have content, whichever process wrote them', async () => {
        await putAll(
          recordOf('/a/b'),
          recordOf('/a/c'),
          recordOf('/a/new', { totalSnippets: 0 }),
          recordOf('/a/hidden', { visibility: 'private', teamspace: 'docs' }),
        );
        expect(await (await under.another()).count()).toBe(2);
        await catalog.remove('/a/b');
        expect(await catalog.count()).toBe(1);
      });

      test('are all visited in their last state, whichever process wrote them', async () => {
        await putAll(recordOf('/a/b'), recordOf('/a/c'), recordOf('/a/gone'));
        await catalog.remove('/a/gone');
        const seen: string[] = [];
        await (await under.another()).each(({ id }) => void seen.push(id));
        expect(seen.sort()).toEqual(['/a/b', '/a/c']);
      });

      test('of an unknown name are not found', async () => {
        await putAll(recordOf('/a/b'));
        for (const id of ['/no/where', '/a/\0', '/a/\ud800', '', '/a/b/c/d'])
          expect(await catalog.get(id)).toBeUndefined();
        expect(await ids('zzzzzzzzzzz')).toEqual([]);
        await catalog.remove('/no/where');
      });
    });

    test('libraries that the caller may not see do not use up the limit', async () => {
      const hidden = { visibility: 'private', teamspace: 'docs' } as const;
      await putAll(recordOf('/a/web', { ...hidden, stars: 9_000 }), recordOf('/b/web'));
      const search = { name: 'web', query: 'web', limit: 1 };
      expect(idsOf(await catalog.search(search))).toEqual(['/a/web']);
      const sees = ({ visibility }: LibraryRecord): boolean => visibility !== 'private';
      expect(idsOf(await catalog.search({ ...search, sees }))).toEqual(['/b/web']);
      expect(await catalog.get('/a/web')).toMatchObject(hidden);
    });

    test('libraries that the caller may not see change nothing in the answers', async () => {
      const sees = ({ visibility }: LibraryRecord): boolean => visibility !== 'private';
      const texts = ['import anvil', 'hammer queue', 'steel forge kit', 'hot steel queue', 'tong'];
      const answers = async (): Promise<unknown> =>
        Promise.all(
          texts.map((name) => catalog.search({ name, query: `${name} gears`, limit: 5, sees })),
        );
      await putAll(
        recordOf('/a/one', { description: 'Queue of hot steel', ...claims('imports', 'anvil') }),
        recordOf('/a/two', { description: 'Forge for steel, with gears' }),
        recordOf('/a/tongs'),
      );
      const before = await answers();
      const hidden = { visibility: 'private', teamspace: 'docs', stars: 900_000 } as const;
      for (const name of ['hammer', 'steel', 'kit', 'gears', 'queue', 'tong']) {
        const given = { title: name, description: `${name} queue`, ...claims('imports', 'anvil') };
        await putAll(recordOf(`/docs/${name}`, { ...hidden, ...given }));
      }
      expect(await answers()).toEqual(before);
      expect(JSON.stringify(before)).toContain('/a/one');
    });

    describe('search', () => {
      const libraries = [
        recordOf('/vercel/next.js', {
          title: 'Next.js',
          aliases: ['next'],
          stars: 130_000,
          description: 'React framework with routing',
        }),
        recordOf('/someone/next-auth-kit', { stars: 40 }),
        recordOf('/facebook/react', {
          title: 'React',
          stars: 230_000,
          description: 'User interfaces out of components',
        }),
        recordOf('/tiny/react', { title: 'react', stars: 3 }),
        recordOf('/acme/react-table-tools', { stars: 900 }),
        recordOf('/TanStack/query', {
          title: 'TanStack Query',
          aliases: ['@tanstack/react-query'],
          stars: 45_000,
        }),
        recordOf('/TanStack/form', {
          title: 'TanStack Form',
          aliases: ['@tanstack/react-form'],
          stars: 5_000,
        }),
        recordOf('/postgres/postgres', {
          title: 'PostgreSQL',
          stars: 19_000,
          description: 'Relational database',
        }),
        recordOf('/isocpp/guidelines', { title: 'C++', stars: 10 }),
        recordOf('/jp/docs', { title: '日本語ガイド', stars: 10 }),
      ];
      beforeEach(async () => putAll(...libraries));

      test.each([
        ['/vercel/next.js', '/vercel/next.js'],
        ['VERCEL/next.js', '/vercel/next.js'],
        ['https://github.com/vercel/next.js.git', '/vercel/next.js'],
        ['nextjs', '/vercel/next.js'],
        ['next js', '/vercel/next.js'],
        ['next', '/vercel/next.js'],
        ['React', '/facebook/react'],
        ['react js', '/facebook/react'],
        ['raect', '/facebook/react'],
        ['@tanstack/react-query', '/TanStack/query'],
        ['@tanstack', '/TanStack/query'],
        ['@tanstack/form', '/TanStack/form'],
        ['tanstack form', '/TanStack/form'],
        ['tanstak query', '/TanStack/query'],
        ['postgresql', '/postgres/postgres'],
        ['postg', '/postgres/postgres'],
        ['postgers', '/postgres/postgres'],
        ['relational database', '/postgres/postgres'],
        ['c++', '/isocpp/guidelines'],
        ['日本語ガイド', '/jp/docs'],
      ])('finds for %s first %s', async (name, id) => {
        expect((await ids(name))[0]).toBe(id);
      });

      test('ranks a better match above better quality', async () => {
        await putAll(recordOf('/acme/next-auth', { stars: 5 }));
        expect((await ids('next-auth'))[0]).toBe('/acme/next-auth');
      });

      test('ranks equal matches by quality', async () => {
        expect((await ids('react')).slice(0, 2)).toEqual(['/facebook/react', '/tiny/react']);
      });

      test('ranks libraries with similar names and quality by the question', async () => {
        await putAll(
          recordOf('/one/parser', { topics: 'CSV · Delimiters · Quoted fields' }),
          recordOf('/two/parser', { topics: 'XML · Namespaces · Entities' }),
        );
        expect((await ids('parser', 'How are quoted CSV fields read?'))[0]).toBe('/one/parser');
        expect((await ids('parser', 'How are XML namespaces resolved?'))[0]).toBe('/two/parser');
      });

      test.each([
        ["import React from 'react'", '/facebook/react'],
        ['npm install @tanstack/react-query', '/TanStack/query'],
        ['https://github.com/vercel/next.js', '/vercel/next.js'],
        ['psql', '/postgres/postgres'],
        ['react 19', '/facebook/react'],
        ['next.js@15.1.0', '/vercel/next.js'],
        ['nextjs app router v15', '/vercel/next.js'],
        ['a database that is relational', '/postgres/postgres'],
        ['@react/dom', '/facebook/react'],
        ['react19', '/facebook/react'],
        ['postgresql-15 manual', '/postgres/postgres'],
        ['github.com/vercel/next.js/tree/canary/docs', '/vercel/next.js'],
        ['"react": "^19.0.0"', '/facebook/react'],
      ])('understands that %s means %s', async (name, id) => {
        expect((await ids(name))[0]).toBe(id);
      });

      test('ranks the edition for the language of the question first', async () => {
        await putAll(
          recordOf('/rpc/rpc', { title: 'RPC', stars: 40_000, description: 'For C++ and Python' }),
          recordOf('/rpc/rpc-go', { stars: 2_000 }),
          recordOf('/rpc/rpcjs', { stars: 1_000 }),
        );

        expect((await ids('rpc', 'How do I write an interceptor in Go?'))[0]).toBe('/rpc/rpc-go');
        expect((await ids('rpc', 'How do I call it from TypeScript?'))[0]).toBe('/rpc/rpcjs');
        expect((await ids('rpc', 'How do I call it from Python?'))[0]).toBe('/rpc/rpc');
        expect((await ids('rpc', 'How do I go on after an error?'))[0]).toBe('/rpc/rpc');
        expect((await ids('npm install rpc'))[0]).toBe('/rpc/rpcjs');
        await putAll(recordOf('/someone/rpc-rust', { stars: 3 }));
        expect((await ids('rpc', 'How do I call it from Rust?'))[0]).toBe('/rpc/rpc');
        expect((await ids('pip install rpc'))[0]).toBe('/rpc/rpc');
      });

      test('ranks the edition for the language in the name first', async () => {
        await putAll(
          recordOf('/rpc/rpc', { title: 'RPC', stars: 40_000 }),
          recordOf('/rpc/rpc-python', { stars: 2_000 }),
          recordOf('/rpc/rpcjs', { stars: 1_000 }),
        );

        expect((await ids('python rpc'))[0]).toBe('/rpc/rpc-python');
        expect((await ids('rpcjs docs'))[0]).toBe('/rpc/rpcjs');
        expect((await ids('rpc docs'))[0]).toBe('/rpc/rpc');
      });

      test('ranks the newest of numbered libraries first, unless the text asks for another one', async () => {
        await putAll(
          recordOf('/forge/anvil', { title: 'Anvil 2', stars: 9_000 }),
          recordOf('/forge/core', { title: 'Anvil 3', stars: 500 }),
        );

        expect((await ids('anvil'))[0]).toBe('/forge/core');
        expect((await ids('anvil hot metal'))[0]).toBe('/forge/core');
        expect((await ids('anvil 3.4 hot metal'))[0]).toBe('/forge/core');
        expect((await ids('anvil 2'))[0]).toBe('/forge/anvil');
        expect((await ids('anvil 2.7 hot metal'))[0]).toBe('/forge/anvil');
        expect((await ids('/forge/anvil'))[0]).toBe('/forge/anvil');
      });

      test('finds misspelled names of several words, unless the text begins with a name', async () => {
        await putAll(
          recordOf('/forge/hot-metal', { title: 'Anvil Hot Metal' }),
          recordOf('/forge/anvil'),
          recordOf('/forge/evilbuild'),
          recordOf('/forge/evil'),
        );

        expect((await ids('anvli hot metla'))[0]).toBe('/forge/hot-metal');
        expect(await ids('evil bulid')).not.toContain('/forge/evilbuild');
      });

      test('finds the library that a text names first, whatever follows', async () => {
        await putAll(
          recordOf('/acme/react-hook-tools', { stars: 50, description: 'Hooks of state' }),
        );

        expect((await ids('react suspense boundaries'))[0]).toBe('/facebook/react');
        expect((await ids('react 18 hooks'))[0]).toBe('/facebook/react');
        expect(await ids('react 18 hooks')).toContain('/acme/react-hook-tools');
        expect((await ids('hooks of state for react'))[0]).toBe('/acme/react-hook-tools');
      });

      test('ranks the longer name that the question has first, if the name is no whole one', async () => {
        await putAll(
          recordOf('/springs/spring-framework', { title: 'Spring Framework', stars: 50_000 }),
          recordOf('/springs/spring-security', { title: 'Spring Security', stars: 8_000 }),
          recordOf('/facebook/react-select', { stars: 20_000 }),
        );

        const filters = 'How do I configure a SecurityFilterChain?';
        expect((await ids('spring', filters))[0]).toBe('/springs/spring-security');
        expect((await ids('spring', 'How are beans made?'))[0]).toBe('/springs/spring-framework');
        expect((await ids('react', 'How do I select an item?'))[0]).toBe('/facebook/react');
      });

      test('does not take the language of a library for its name', async () => {
        await putAll(
          recordOf('/go/go', { title: 'Go', stars: 120_000, description: 'A language' }),
          recordOf('/small/rows', { stars: 20, description: 'ORM for Go' }),
        );

        expect((await ids('go orm'))[0]).toBe('/small/rows');
        expect((await ids('go docs'))[0]).toBe('/go/go');
      });

      test.each([
        'clojure',
        'quantum streams of tea',
        'import left_pad',
        'kubernetes',
        'npm i rea',
      ])('finds nothing for %s, which fits no library', async (name) => {
        expect(await ids(name)).toEqual([]);
      });

      test('finds the libraries of an owner by its abbreviation, if no library is called so', async () => {
        await putAll(recordOf('/huggingface/forge', { stars: 900 }));
        expect((await ids('hf AutoAnvil'))[0]).toBe('/huggingface/forge');
        await putAll(recordOf('/other/huggingface'));
        expect((await ids('hf AutoAnvil'))[0]).toBe('/other/huggingface');
      });

      test('spells out short words, unless a library is called so', async () => {
        await putAll(
          recordOf('/acme/clicks', { description: 'End-to-end tests of pages' }),
          recordOf('/acme/learner', { description: 'Machine learning' }),
        );

        expect(await ids('e2e tests')).toEqual(['/acme/clicks']);
        expect(await ids('ml')).toEqual(['/acme/learner']);
        await putAll(recordOf('/acme/ml'));
        expect((await ids('ml'))[0]).toBe('/acme/ml');
      });

      test('finds libraries by initials and numeronyms of their titles', async () => {
        await putAll(
          recordOf('/rhf/forms', { title: 'React Hook Form' }),
          recordOf('/k/k', { title: 'Kubernetes' }),
        );

        expect((await ids('rhf'))[0]).toBe('/rhf/forms');
        expect((await ids('k8s operators'))[0]).toBe('/k/k');
      });

      test('returns at most `limit` records', async () => {
        expect(await catalog.search({ name: 'react', query: '', limit: 2 })).toHaveLength(2);
      });

      test('finds nothing for a name without letters or digits', async () => {
        expect(await ids(' */"\'%_\u0000 ')).toEqual([]);
      });

      test('accepts names of any length and content', async () => {
        for (const name of [
          'x'.repeat(500),
          '%'.repeat(500),
          'react '.repeat(80),
          '\ud800',
          '@',
          '@/',
          '/',
        ]) {
          expect(Array.isArray(await ids(name))).toBe(true);
        }
      });
    });

    describe('names that a library claims by its content', () => {
      test.each(['publishes', 'introduces', 'installs', 'imports'] as const)(
        'find it if it %s them',
        async (origin) => {
          await putAll(recordOf('/acme/forge', claims(origin, 'anvilkit')), recordOf('/acme/b'));

          expect(await ids('anvilkit')).toEqual(['/acme/forge']);
          expect(await ids('pip install anvilkit')).toEqual(['/acme/forge']);
        },
      );

      test('never outrank an id, a title or a given alias, whatever the popularity', async () => {
        await putAll(
          recordOf('/evil/lib', {
            stars: 900_000,
            ...claims('publishes', 'anvil', 'hammer', 'tongs'),
          }),
          recordOf('/acme/anvil', { stars: 0 }),
          recordOf('/acme/one', { title: 'Hammer', stars: 0 }),
          recordOf('/acme/two', { aliases: ['tongs'], stars: 0 }),
        );

        expect((await ids('anvil'))[0]).toBe('/acme/anvil');
        expect((await ids('hammer'))[0]).toBe('/acme/one');
        expect((await ids('tongs'))[0]).toBe('/acme/two');
        expect((await ids('npm i tongs'))[0]).toBe('/acme/two');
      });

      test('tell most if the library publishes them, least if it only imports them', async () => {
        await putAll(
          recordOf('/a/imports', { stars: 9_000, ...claims('imports', 'anvil') }),
          recordOf('/a/installs', { stars: 900, ...claims('installs', 'anvil') }),
          recordOf('/a/publishes', { stars: 0, ...claims('publishes', 'anvil') }),
        );

        expect(await ids('anvil')).toEqual(['/a/publishes', '/a/installs', '/a/imports']);
      });

      test('find it by a part of its API, if nothing else fits', async () => {
        await putAll(
          recordOf('/acme/forge', claims('documents', 'useAnvil', 'hot_metal', 'ForeignKey')),
          recordOf('/acme/other', { description: 'Steel' }),
        );

        expect(await ids('useAnvil hook')).toEqual(['/acme/forge']);
        expect(await ids('hot_metal')).toEqual(['/acme/forge']);
        expect(await ids('other useAnvil')).toEqual(['/acme/other']);
        expect(await ids('foreign key')).toEqual([]);
        for (const at of ['a', 'b', 'c']) {
          await putAll(recordOf(`/acme/${at}`, claims('documents', 'useAnvil')));
        }
        expect(await ids('useAnvil hook')).toEqual([]);
      });

      test('do not count if many libraries import the same name', async () => {
        for (const at of ['a', 'b', 'c', 'd']) {
          await putAll(recordOf(`/acme/${at}`, claims('imports', 'anvil')));
        }

        expect(await ids('anvil')).toEqual([]);
      });

      test('are returned unchanged, and changes to the result do not change the catalog', async () => {
        await putAll(recordOf('/acme/forge', claims('publishes', 'anvilkit')));
        const [first] = await catalog.search({ name: 'forge', query: 'forge', limit: 1 });
        first!.record.names![0]!.name = 'changed';

        expect(await ids('anvilkit')).toEqual(['/acme/forge']);
        expect((await catalog.get('/acme/forge'))?.names).toEqual([
          { name: 'anvilkit', origin: 'publishes' },
        ]);
      });
    });

    describe('search by meaning', () => {
      const near = (close: Record<string, number>) => async () => new Map(Object.entries(close));

      beforeEach(async () =>
        putAll(
          recordOf('/a/celery', { description: 'Distributed task queue' }),
          recordOf('/a/redis', { description: 'Background store' }),
          recordOf('/a/typescript', { description: 'Language' }),
        ),
      );

      async function found(name: string, close: Record<string, number>): Promise<string[]> {
        return idsOf(await catalog.search({ name, query: name, limit: 5, closeness: near(close) }));
      }

      test('finds a library that has none of the words', async () => {
        expect(await ids('nightly jobs')).toEqual([]);
        expect(await found('nightly jobs', { '/a/celery': 0.9 })).toEqual(['/a/celery']);
      });

      test('ranks libraries for the language in the text before those for others', async () => {
        await putAll(
          recordOf('/a/client-py', { description: 'Client for Python' }),
          recordOf('/a/client-node', { description: 'Client for Node.js' }),
        );
        const close = { '/a/client-py': 1.1, '/a/client-node': 1 };
        expect((await found('talk to a store', close))[0]).toBe('/a/client-py');
        expect((await found('talk to a store from javascript', close))[0]).toBe('/a/client-node');
        await putAll(recordOf('/a/talk', { description: 'Terminal for Python' }));
        expect(await found('talk to a shop', {})).toEqual(['/a/talk']);
        expect(await found('talk to a shop from javascript', {})).toEqual([]);
      });

      test('ranks libraries for the framework in the text before those for other languages', async () => {
        await putAll(
          recordOf('/a/block', { description: 'State for Flutter', stars: 9_000 }),
          recordOf('/a/atom', { description: 'State for React' }),
        );
        const close = { '/a/block': 1.3, '/a/atom': 1 };
        expect((await found('react state management', close))[0]).toBe('/a/atom');
        expect((await found('state management', close))[0]).toBe('/a/block');
      });

      test.each(['celery alternative', 'smaller jobs than celery', 'jobs instead of celery'])(
        'does not find first for %s what the text wants to replace',
        async (text) => {
          await putAll(recordOf('/a/queue', { description: 'Jobs without a broker' }));
          const close = { '/a/celery': 1.2, '/a/queue': 0.9 };
          expect((await found(text, close))[0]).toBe('/a/queue');
          expect((await found('celery jobs', close))[0]).toBe('/a/celery');
        },
      );

      test('finds nothing if no library is close enough', async () => {
        expect(await found('bread recipes', { '/a/celery': 0.7, '/a/redis': 0.6 })).toEqual([]);
      });

      test('is not used if the text names a library', async () => {
        let asked = 0;
        const closeness = async () => new Map([['/a/redis', 1 + (asked += 1)]]);
        const search = { name: 'celery', query: 'celery', limit: 5, closeness };
        expect(idsOf(await catalog.search(search))).toEqual(['/a/celery']);
        expect(asked).toBe(0);
      });

      test('finds the programming language of a text only if nothing else fits', async () => {
        expect(await found('typescript decorators', {})).toEqual(['/a/typescript']);
        expect(await found('typescript task helpers', { '/a/celery': 0.9 })).toEqual(['/a/celery']);
      });

      test.each([
        'celerity2',
        'task-queue-tools',
        '@acme/task-queue',
        'npm install job-board',
        'import jobs.queue',
        'of the and to',
      ])('finds nothing for %s, which describes no library', async (name) => {
        expect(await found(name, { '/a/celery': 2, '/a/redis': 2 })).toEqual([]);
      });

      test('goes by the abbreviation at the beginning of a text more than by closeness', async () => {
        await putAll(
          recordOf('/a/postgresql', { title: 'PostgreSQL', description: 'Database' }),
          recordOf('/a/pages', { description: 'Pages and indexes' }),
        );
        expect((await found('pg indexes', { '/a/pages': 0.9 }))[0]).toBe('/a/postgresql');
      });

      test('uses only words if there are no vectors', async () => {
        const closeness = async () => undefined;
        const search = { name: 'distributed queue', query: '', limit: 5, closeness };
        expect(idsOf(await catalog.search(search))).toEqual(['/a/celery']);
      });

      test('does not show a close library to callers who may not see it', async () => {
        const search = { name: 'nightly jobs', query: 'nightly jobs', limit: 5 };
        const sees = ({ id }: LibraryRecord): boolean => id !== '/a/celery';
        const closeness = near({ '/a/celery': 2, '/a/gone': 2 });
        expect(await catalog.search({ ...search, sees, closeness })).toEqual([]);
      });
    });

    test('gives concurrent searches the same complete result', async () => {
      await putAll(
        ...Array.from({ length: 450 }, (_, n) => recordOf(`/o/widget-${n}`, { stars: n })),
      );
      const answers = await Promise.all(Array.from({ length: 8 }, () => ids('widget')));
      expect(new Set(answers.map((answer) => answer.join(' '))).size).toBe(1);
      expect(answers[0]?.[0]).toBe('/o/widget-449');
    });
  });
}
