import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slow files of each level, the slowest first. A slow file that starts last runs alone, beside idle processors. */
const order = [
  'integration/indexing/run',
  'integration/parsing/parse-pool',
  'integration/indexing/thread-jobs',
  'integration/manifest-sync/git',
  'integration/git/contents',
  'integration/git/partial',
  'stores/gateway',
  'stores/elasticsearch-shards',
  'stores/elasticsearch-snippet-index',
  'stores/clients',
  'stores/elasticsearch-generations',
  'stores/postgres-metadata',
  'stores/elasticsearch-faults',
  'kubernetes/runtime/leader-election',
  'kubernetes/chart',
  'kubernetes/runtime/informer',
  'kubernetes/jobs',
  'kubernetes/jobs-split',
  'dashboard/libraries',
  'dashboard/add',
  'dashboard/sign-in',
  'dashboard/ask',
  'dashboard/library',
  'dashboard/page',
  'dashboard/home',
  'e2e/models',
  'e2e/fuzz',
  'e2e/tour',
  'e2e/up',
  'e2e/projects',
  'e2e/bad-input',
  'e2e/mcp-clients',
  // These run one at a time, in the order that changes the release least often. The last one moves the registry of the
  // release to Postgres.
  'cluster/faults',
  'cluster/split',
  'cluster/embed',
  'cluster/dashboard',
  'cluster/manifest',
  'cluster/samples',
  'cluster/scale',
  'cluster/release',
].map((name) => `/test/${name}.test.ts`);

/** Runs the listed files of each level first. Then come the others, by the times of earlier runs or by size. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const levels = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...levels.values()].flatMap((level) =>
      level.toSorted((a, b) => placeOf(a) - placeOf(b)),
    );
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = order.findIndex((path) => moduleId.endsWith(path));
  return place === -1 ? order.length : place;
}
