import type { FoundSource } from '../../api/paths.gen.ts';
import type { Draft } from './draft.ts';
import type { ProblemAt } from './problems.ts';

/** Props of every part of the form. */
export interface FieldsProps {
  draft: Draft;
  change: (parts: Partial<Draft>) => void;
  /** Mistakes in fields of the request. */
  at: ProblemAt;
  found: FoundSource | undefined;
}
