import { describe, expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import { readersOf, type Credential } from '../../identity/access/credential-policy.ts';
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

  test('makes a library public only when a run without a credential has read all of its versions', () => {
    const begun = { ...run, trigger: 'request' as const, credential: 'none' as const };
    const embedding = { ...begun, phase: 'embedding' as const };
    const result = { changed: true, facts: {} };
    const failure = { reason: 'NotFound', message: 'no tag v1', retry: 'never' } as const;
    const library = makeLibrary({
      status: { state: 'processing', credential: 'integration', run: begun },
    });
    const readersAfter = (event: StatusEvent) =>
      readersOf({ ...library, status: nextStatus(library, event, now) }).visibility;

    const early: StatusEvent[] = [
      { type: 'started', run: begun },
      { type: 'searchable', run: begun, result, served },
      { type: 'searchable', run: embedding, result, served },
      { type: 'failed', run: begun, failure, served },
      { type: 'yielded', run: embedding, served },
      { type: 'cancelled', wasBusy: true, served },
    ];

    expect(early.map(readersAfter)).toEqual(early.map(() => 'private'));
    expect(
      [result, { ...result, lacksVectors: true as const }].map((ended) =>
        readersAfter({ type: 'succeeded', run: begun, result: ended, served }),
      ),
    ).toEqual(['public', 'public']);
  });

  test.each<
    [readers: string, reads: Credential, reading: 'yielded' | 'failed', embeds: Credential]
  >([
    ['public', 'none', 'yielded', 'none'],
    ['private', 'integration', 'yielded', 'none'],
    ['private', 'none', 'failed', 'none'],
    ['private', 'none', 'yielded', 'integration'],
  ])(
    'a library is %s if the run that read it (with the credential %s) %s, and a run embedded it (with %s)',
    (readers, reads, reading, embeds) => {
      const read = { ...run, id: 'r1', trigger: 'request' as const, credential: reads };
      const begun = { ...run, id: 'r2', trigger: 'vectors' as const, credential: embeds };
      const result = { changed: true, facts: {} };
      const failure = { reason: 'NotFound', message: 'no tag v1', retry: 'never' } as const;
      const events: StatusEvent[] = [
        { type: 'started', run: read },
        reading === 'yielded'
          ? { type: 'yielded', run: { ...read, phase: 'embedding' }, served }
          : { type: 'failed', run: read, failure, served },
        { type: 'started', run: begun },
        { type: 'succeeded', run: begun, result, served },
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
    const result = { changed: true, facts: {} };

    const begun = nextStatus(library, { type: 'started', run: own }, now);
    const ended = nextStatus(library, { type: 'succeeded', run: own, result, served }, now);

    expect([begun.credential, ended.credential]).toEqual(['integration', 'secret']);
  });
});
