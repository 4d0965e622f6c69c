import type { Catalog } from '../../store/catalog.ts';
import type { PlanStep } from '../manifest/plan.ts';

/**
 * Fails the steps that would create a Library whose id has a search record: it may be that of a Library in a namespace that cannot
 * be read now. The retry decides again.
 */
export async function withoutGuesses(
  steps: PlanStep[],
  catalog: Pick<Catalog, 'get'>,
): Promise<PlanStep[]> {
  const decided = steps.map(async (step): Promise<PlanStep> => {
    const { action, spec } = step;
    if (action !== 'create' || (await catalog.get(spec.id))?.id !== spec.id) return step;
    const reason =
      'the id may be in use by a library in a namespace that Lectern may not read now; allow Lectern to read it';
    return { ...step, action: 'fail', reason };
  });
  return Promise.all(decided);
}
