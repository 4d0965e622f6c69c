import { failureOf, type Failure } from '../../src/libraries/manifest-sync/failure.ts';
import { reportOf } from '../../src/libraries/manifest-sync/report.ts';
import { nextStatus, type StatusEvent } from '../../src/libraries/manifest-sync/status.ts';
import { LecternError, RunError } from '../../src/base/errors.ts';
import type { ManifestSync } from '../../src/resources/manifest-sync.ts';
import type { Case } from './case.ts';

const now = new Date('2026-01-01T12:00:00.000Z');
const commit = '89abcdef0123456789abcdef0123456789abcdef';
const parts = { trigger: 'schedule', commit, startedAt: now, finishedAt: now } as const;
const created = {
  libraryId: '/acme/anvil',
  url: 'https://git.example.org/acme/anvil.git',
  action: 'created',
} as const;

const applying: StatusEvent = { type: 'applying', revision: commit, writes: 1 };
const synced: StatusEvent = {
  type: 'ended',
  report: reportOf({ ...parts, entries: [created] }),
  libraries: 1,
  whole: true,
};
const failedFor = (failure: Failure): StatusEvent => ({
  type: 'ended',
  report: reportOf({ ...parts, entries: [], error: failure }),
  failure,
  whole: false,
});
const unreachable = failedFor(
  failureOf(new RunError('Unreachable', 'git.example.org does not answer', { retry: 'backoff' })),
);
const invalid = failedFor(
  failureOf(new LecternError('manifest_invalid', 'repos.yaml:4: id is missing')),
);

const applied: ManifestSync = {
  metadata: {
    name: 'team-docs',
    namespace: 'docs',
    uid: '3b9d5c6e-1f53-4e5c-9a3e-0f2a4b6c8d10',
    generation: 1,
    resourceVersion: '100',
    creationTimestamp: '2026-01-01T11:57:00Z',
  },
  spec: { repository: 'https://git.example.org/acme/docs.git', prune: true },
  status: { observedGeneration: -1 },
};

const after = (sync: ManifestSync, ...events: StatusEvent[]): ManifestSync =>
  events.reduce((held, event) => ({ ...held, status: nextStatus(held, event, now) }), sync);
const edited = (sync: ManifestSync, spec: Partial<ManifestSync['spec']>): ManifestSync => ({
  ...sync,
  metadata: { ...sync.metadata, generation: sync.metadata.generation + 1 },
  spec: { ...sync.spec, ...spec },
});

const done = after(applied, applying, synced);

/** Every status of a ManifestSync that the reconciler writes, by the last event. */
export const manifestSyncCases: Record<StatusEvent['type'] | 'nothing', Record<string, Case>> = {
  nothing: {
    applied: { object: applied, argo: 'Progressing', kstatus: 'InProgress' },
    edited: {
      object: edited(done, { branch: 'main' }),
      argo: 'Progressing',
      kstatus: 'InProgress',
    },
  },
  applying: {
    applying: { object: after(applied, applying), argo: 'Progressing', kstatus: 'InProgress' },
  },
  ended: {
    synced: { object: done, argo: 'Healthy', kstatus: 'Current' },
    unreachable: { object: after(applied, unreachable), argo: 'Degraded', kstatus: 'InProgress' },
    'manifest-invalid': { object: after(done, invalid), argo: 'Degraded', kstatus: 'Failed' },
  },
  unmoved: {
    recovered: {
      object: after(done, unreachable, {
        type: 'unmoved',
        report: reportOf({ ...parts, entries: [] }),
      }),
      argo: 'Healthy',
      kstatus: 'Current',
    },
  },
  invalid: {
    invalid: {
      object: after(applied, {
        type: 'invalid',
        message: 'spec.file is for an install in one process; use repository or configMapRef',
      }),
      argo: 'Degraded',
      kstatus: 'Failed',
    },
  },
  suspended: {
    suspended: {
      object: after(edited(done, { suspend: true }), { type: 'suspended' }),
      argo: 'Suspended',
      kstatus: 'Current',
    },
  },
};
