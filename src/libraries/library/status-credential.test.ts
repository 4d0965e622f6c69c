import { describe, expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import { readersOf, type Credential } from '../../identity/access/credential-policy.ts';
import type { IndexingResult } from '../../indexing/job.ts';
import { mayOpen, recordOf } from './record.ts';
import type { StatusEvent } from './status-event.ts';
import { nextStatus } from './status.ts';
import { now, run, served } from './status.fixture.ts';

describe('the credential that a library was read with', () => {
  test('keeps a library private while a run embeds it without the credential that read it', () => {
    const begun = { ...run, trigger: 'vectors' as const, credential: 'none' as const };
    const library = makeLibrary({
      status: { state: 'processing', credential: 'integration', run: begun },
    });
    const result = { changed: false, facts: {} };

    const status = nextStatus(library, { type: 'succeeded', run, result, served }, now);

    expect(readersOf({ ...library, status }).visibility).toBe('private');
  });

  test('makes a library public only when a run without a credential has read all that it serves', () => {
    const begun = { ...run, trigger: 'request' as const, credential: 'none' as const };
    const embedding = { ...begun, phase: 'embedding' as const };
    const partial = { changed: true, facts: {} };
    const result = { ...partial, readsAll: true };
    const failure = { reason: 'NotFound', message: 'no tag v1', retry: 'never' } as const;
    const library = makeLibrary({
      status: { state: 'processing', credential: 'integration', run: begun },
    });
    const readersAfter = (event: StatusEvent) =>
      readersOf({ ...library, status: nextStatus(library, event, now) }).visibility;

    const early: StatusEvent[] = [
      { type: 'started', run: begun },
      { type: 'searchable', run: begun, result: partial, served },
      { type: 'searchable', run: embedding, result: partial, served },
      { type: 'failed', run: begun, failure, served },
      { type: 'yielded', run: embedding, served },
      { type: 'cancelled', wasBusy: true, served },
      { type: 'succeeded', run: begun, result: partial, served },
      { type: 'succeeded', run: begun, result: { ...partial, lacksVectors: true }, served },
    ];

    expect(early.map(readersAfter)).toEqual(early.map(() => 'private'));
    expect(
      [
        { type: 'searchable' as const, run: embedding, result, served },
        { type: 'succeeded' as const, run: begun, result, served },
        {
          type: 'succeeded' as const,
          run: begun,
          result: { ...result, lacksVectors: true as const },
          served,
        },
      ].map(readersAfter),
    ).toEqual(['public', 'public', 'public']);
  });

  test.each<[readers: string, reads: Credential, readsAll: boolean, embeds: Credential]>([
    ['public', 'none', true, 'none'],
    ['private', 'integration', true, 'none'],
    ['private', 'none', false, 'none'],
    ['private', 'none', true, 'integration'],
  ])(
    'a library is %s if a run read it (with the credential %s; all of it: %s), and another one embedded it (with %s)',
    (readers, reads, readsAll, embeds) => {
      const read = { ...run, id: 'r1', trigger: 'request' as const, credential: reads };
      const waits = { ...read, phase: 'embedding' as const };
      const begun = { ...run, id: 'r2', trigger: 'vectors' as const, credential: embeds };
      const embedded = { changed: false, facts: {} };
      const result = { changed: true, facts: {}, ...(readsAll && { readsAll }) };
      const events: StatusEvent[] = [
        { type: 'started', run: read },
        { type: 'searchable', run: waits, result, served },
        { type: 'yielded', run: waits, served },
        { type: 'started', run: begun },
        { type: 'succeeded', run: begun, result: embedded, served },
      ];

      const after = events.reduce(
        (library, event) => ({ ...library, status: nextStatus(library, event, now) }),
        makeLibrary({ status: { credential: 'integration' } }),
      );

      expect(readersOf(after).visibility).toBe(readers);
    },
  );

  test('remembers that an integration read the content until another run has read all of it', () => {
    const own = { ...run, trigger: 'edit' as const, credential: 'secret' as const };
    const library = makeLibrary({ status: { credential: 'integration', run: own } });
    const partial = { changed: true, facts: {} };
    const result = { ...partial, readsAll: true };

    const begun = nextStatus(library, { type: 'started', run: own }, now);
    const some = nextStatus(library, { type: 'succeeded', run: own, result: partial, served }, now);
    const ended = nextStatus(library, { type: 'succeeded', run: own, result, served }, now);

    expect([begun, some, ended].map(({ credential }) => credential)).toEqual([
      'integration',
      'integration',
      'secret',
    ]);
  });

  test('does not leave what a run found with it in a library that others may read now', () => {
    const begun = { ...run, trigger: 'edit' as const, credential: 'none' as const };
    const found = { title: 'Secret Forge', description: 'How we forge', stars: 7 };
    const library = makeLibrary({
      spec: { id: '/acme/open-anvil' },
      status: { state: 'processing', credential: 'integration', run: begun, ...found },
    });
    const after = (result: IndexingResult) =>
      recordOf({
        ...library,
        status: nextStatus(library, { type: 'succeeded', run: begun, result, served }, now),
      });

    expect(after({ changed: true, facts: {}, readsAll: true })).toMatchObject({
      title: 'open anvil',
      description: '',
      stars: 0,
    });
    expect(after({ changed: false, facts: {}, readsAll: true })).toMatchObject({
      title: 'open anvil',
    });
    expect(after({ changed: true, facts: {} })).toMatchObject({ ...found, visibility: 'private' });
  });

  test('does not leave what an integration found in a library that its author may publish now', () => {
    const begun = { ...run, trigger: 'edit' as const, credential: 'secret' as const };
    const found = { title: 'Secret Forge', description: 'How we forge', stars: 7 };
    const library = makeLibrary({
      spec: { id: '/acme/open-anvil', publishCredentialed: true },
      metadata: { isForeign: true },
      status: { state: 'processing', credential: 'integration', run: begun, ...found },
    });
    const result = { changed: true, facts: {}, readsAll: true };
    const ended: StatusEvent = { type: 'succeeded', run: begun, result, served };

    const after = { ...library, status: nextStatus(library, ended, now) };

    expect(mayOpen(library, 'secret')).toBe(true);
    expect(readersOf(after).visibility).toBe('public');
    expect(recordOf(after)).toMatchObject({ title: 'open anvil', description: '', stars: 0 });
  });

  test('does not leave messages of runs with it in a library that others may read now', () => {
    const begun = { ...run, trigger: 'schedule' as const, credential: 'none' as const };
    const earlier = {
      id: 'r0',
      outcome: 'failed' as const,
      reason: 'Timeout',
      message: 'plans/secret-saw.md took too long',
      startedAt: run.startedAt,
      finishedAt: run.startedAt,
      documents: 0,
      snippets: 0,
      embedded: 0,
      skipped: 0,
    };
    const library = makeLibrary({
      status: { state: 'processing', credential: 'integration', run: begun, runs: [earlier] },
    });
    const after = (result: IndexingResult) =>
      nextStatus(library, { type: 'succeeded', run: begun, result, served }, now).runs;

    expect(after({ changed: true, facts: {} })).toContainEqual(earlier);
    expect(after({ changed: true, facts: {}, readsAll: true })).toMatchObject([
      { id: run.id, outcome: 'done' },
    ]);
  });
});
