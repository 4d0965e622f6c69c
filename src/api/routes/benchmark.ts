import { LecternError } from '../../base/errors.ts';
import { benchmark, type BenchmarkOptions } from '../../search/benchmark.ts';
import type { Registry } from '../../store/registry.ts';
import type { Route } from '../route.ts';
import { findLibrary } from './libraries.ts';

/** Milliseconds that asking a library about itself may take while somebody waits. */
const timeLimitMs = 50_000;

/** GET /api/v1/benchmark?id=: what a library's benchmarkScore is made of, computed anew. */
export function benchmarkLibrary({
  registry,
  index,
  embedder,
}: Omit<BenchmarkOptions, 'libraryId'> & { registry: Pick<Registry, 'get' | 'list'> }): Route {
  return {
    async handle({ query, caller, signal }) {
      const { spec } = await findLibrary(registry, query('id'), caller);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
      const report = await benchmark({ index, embedder, libraryId: spec.id }, limited);
      if (report) return { json: report };
      const message = `Library ${spec.id} has too few snippets to make questions of, or none yet.`;
      throw new LecternError('no_snippets_found', 404, message);
    },
  };
}
