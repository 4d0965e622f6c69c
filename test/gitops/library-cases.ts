import type { StatusEvent } from '../../src/libraries/library/status-event.ts';
import { nextStatus } from '../../src/libraries/library/status.ts';
import type { Library, LibraryRun } from '../../src/resources/library.ts';
import type { ActiveVersion } from '../../src/store/snippet-index.ts';
import type { Case } from './case.ts';

const now = new Date('2026-01-01T12:00:00.000Z');
const run: LibraryRun = {
  id: '5d8f2a70',
  phase: 'indexing',
  startedAt: '2026-01-01T11:58:00.000Z',
  total: 12,
  fetched: 12,
  documents: 7,
  snippets: 41,
  embedded: 32,
  skipped: 0,
};
const ended: LibraryRun = { ...run, finishedAt: '2026-01-01T12:00:00.000Z' };
const served: ActiveVersion[] = [
  {
    version: '',
    generation: 1,
    revision: '0123456789abcdef0123456789abcdef01234567',
    fingerprint: 'f',
    embedderId: 'm',
    linkTemplate: '{path}',
    documents: 12,
    snippets: 63,
    tokens: 8_100,
    updatedAt: '2026-01-01T12:00:00.000Z',
  },
];

const started: StatusEvent = {
  type: 'started',
  run: { ...run, documents: 0, snippets: 0, embedded: 0 },
};
const progressed: StatusEvent = { type: 'progressed', run };
const succeeded: Extract<StatusEvent, { type: 'succeeded' }> = {
  type: 'succeeded',
  run: ended,
  result: { changed: true, facts: { title: 'Anvil', branch: 'main' } },
  served,
};
const embedding: LibraryRun = { ...run, phase: 'embedding', embeddedPercent: 40 };
const searchable: StatusEvent = {
  type: 'searchable',
  run: embedding,
  result: succeeded.result,
  served,
};
const unreachable: StatusEvent = {
  type: 'failed',
  run: ended,
  failure: {
    reason: 'Unreachable',
    message: 'git.example.org does not answer; it is tried again',
    retry: 'backoff',
  },
  served: [],
};
const missing: StatusEvent = {
  type: 'failed',
  run: ended,
  failure: {
    reason: 'NotFound',
    message: 'https://git.example.org/acme/anvil.git is no repository; correct source.git.url',
    retry: 'never',
  },
  served: [],
};

const missingVersion = {
  version: 'v9',
  reason: 'NotFound',
  message:
    'https://git.example.org/acme/anvil.git has neither a tag nor a branch named "v9"; it has tags such as v8 and branches such as main',
} as const;

/** A Library as an API server first stores it. Its status is the default of the definition. */
const applied: Library = {
  metadata: {
    name: 'anvil',
    namespace: 'docs',
    uid: '0e6f4d1c-7f0e-4c53-8c0c-2f4a9f1f9e11',
    generation: 1,
    resourceVersion: '100',
    creationTimestamp: '2026-01-01T11:57:00Z',
  },
  spec: { id: '/acme/anvil', source: { git: { url: 'https://git.example.org/acme/anvil.git' } } },
  status: { observedGeneration: -1 },
};

const after = (library: Library, ...events: StatusEvent[]): Library =>
  events.reduce((held, event) => ({ ...held, status: nextStatus(held, event, now) }), library);
const edited = (library: Library, spec: Partial<Library['spec']>): Library => ({
  ...library,
  metadata: { ...library.metadata, generation: library.metadata.generation + 1 },
  spec: { ...library.spec, ...spec },
});

const indexed = after(applied, started, progressed, succeeded);
const failing = after(indexed, started, { ...unreachable, served });

/** Every status of a Library that the reconciler writes, by the last event. */
export const libraryCases: Record<StatusEvent['type'] | 'nothing', Record<string, Case>> = {
  nothing: {
    applied: { object: applied, argo: 'Progressing', kstatus: 'InProgress' },
    edited: {
      object: edited(indexed, { title: 'Anvil' }),
      argo: 'Progressing',
      kstatus: 'InProgress',
    },
  },
  waiting: {
    queued: {
      object: after(applied, { type: 'waiting', position: 3 }),
      argo: 'Progressing',
      kstatus: 'InProgress',
    },
    'queued-for-refresh': {
      object: after(indexed, { type: 'waiting', position: 1, blockedBy: 'host git.example.org' }),
      argo: 'Progressing',
      kstatus: 'InProgress',
    },
    'queued-for-edit': {
      object: after(edited(indexed, { title: 'Anvil' }), { type: 'waiting', position: 2 }),
      argo: 'Progressing',
      kstatus: 'InProgress',
    },
  },
  started: {
    started: { object: after(applied, started), argo: 'Progressing', kstatus: 'InProgress' },
    refreshing: { object: after(indexed, started), argo: 'Progressing', kstatus: 'InProgress' },
    'reading-edit': {
      object: after(edited(indexed, { title: 'Anvil' }), started),
      argo: 'Progressing',
      kstatus: 'InProgress',
    },
  },
  progressed: {
    indexing: {
      object: after(applied, started, progressed),
      argo: 'Progressing',
      kstatus: 'InProgress',
    },
  },
  searchable: {
    'searchable-by-words': {
      object: after(applied, started, searchable),
      argo: 'Progressing',
      kstatus: 'InProgress',
    },
  },
  yielded: {
    'waiting-for-vectors': {
      object: after(applied, started, searchable, { type: 'yielded', run: embedding, served }),
      argo: 'Progressing',
      kstatus: 'InProgress',
    },
  },
  succeeded: {
    indexed: { object: indexed, argo: 'Healthy', kstatus: 'Current' },
    'version-missing': {
      object: after(edited(applied, { versions: ['v9'] }), started, {
        ...succeeded,
        result: { ...succeeded.result, failedVersions: [missingVersion] },
      }),
      argo: 'Degraded',
      kstatus: 'Failed',
    },
    recovered: { object: after(failing, started, succeeded), argo: 'Healthy', kstatus: 'Current' },
  },
  failed: {
    unreachable: {
      object: after(applied, started, unreachable),
      argo: 'Degraded',
      kstatus: 'InProgress',
    },
    'embedder-failed': {
      object: after(applied, started, searchable, {
        type: 'failed',
        run: { ...embedding, finishedAt: ended.finishedAt! },
        failure: { reason: 'ModelFailed', message: 'It answered 503', retry: 'backoff' },
        served,
      }),
      argo: 'Healthy',
      kstatus: 'Current',
    },
    'refresh-failed': { object: failing, argo: 'Degraded', kstatus: 'InProgress' },
    missing: { object: after(applied, started, missing), argo: 'Degraded', kstatus: 'Failed' },
  },
  invalid: {
    invalid: {
      object: after(applied, {
        type: 'invalid',
        message: 'source.git.url must be an https, ssh or scp-like URL',
      }),
      argo: 'Degraded',
      kstatus: 'Failed',
    },
    duplicate: {
      object: after(applied, {
        type: 'invalid',
        reason: 'DuplicateId',
        message: 'The Library docs/hammer has the id /acme/anvil; delete one of them',
      }),
      argo: 'Degraded',
      kstatus: 'Failed',
    },
  },
  deleting: {
    deleting: {
      object: after(indexed, { type: 'deleting' }),
      argo: 'Progressing',
      kstatus: 'InProgress',
    },
  },
  cancelled: {
    'cancelled-at-birth': {
      object: after(applied, started, { type: 'cancelled', wasBusy: true, served: [] }),
      argo: 'Degraded',
      kstatus: 'Failed',
    },
    'cancelled-refresh': {
      object: after(indexed, started, { type: 'cancelled', wasBusy: true, served }),
      argo: 'Healthy',
      kstatus: 'Current',
    },
  },
  postponed: {
    postponed: {
      object: after(indexed, { type: 'postponed', until: new Date('2026-01-03T00:00:00.000Z') }),
      argo: 'Healthy',
      kstatus: 'Current',
    },
  },
  suspended: {
    suspended: {
      object: after(edited(indexed, { suspend: true }), { type: 'suspended' }),
      argo: 'Suspended',
      kstatus: 'Current',
    },
    'suspended-at-birth': {
      object: after(
        { ...applied, spec: { ...applied.spec, suspend: true } },
        { type: 'suspended' },
      ),
      argo: 'Suspended',
      kstatus: 'InProgress',
    },
  },
};
