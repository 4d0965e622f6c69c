import type { FoundSource } from '../../api/paths.gen.ts';
import type { Draft } from './draft.ts';
import type { ProblemAt } from './problems.ts';

/** What every part of the form is given. */
export interface FieldsProps {
  draft: Draft;
  change: (parts: Partial<Draft>) => void;
  /** What is wrong with fields of the request. */
  at: ProblemAt;
  found: FoundSource | undefined;
}
