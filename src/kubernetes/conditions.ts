/** A condition, as metav1.Condition. */
export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  /** PascalCase. */
  reason: string;
  message: string;
  /** ISO 8601: the last change of the status, not of the message. */
  lastTransitionTime: string;
  observedGeneration?: number;
}

/** A condition that a reconcile wants. `nextConditions` adds the time and the generation. */
export type WantedCondition = [
  type: string,
  status: Condition['status'],
  reason: string,
  message: string,
];

/** Conditions that exist only while they are True. kstatus expects this of the first two. */
const abnormal: ReadonlySet<string> = new Set(['Reconciling', 'Stalled', 'VersionsFailed']);

interface ConditionsOf {
  generation: number;
  now: Date;
  /** The generation has taken effect, although its reconciliation goes on. */
  isApplied?: boolean;
}

/**
 * Returns the new conditions of an object. Conditions whose status did not change keep their time. kstatus reads Stalled, then
 * Reconciling, then Ready, and only those of the observed generation (cli-utils, pkg/kstatus). `kubectl wait` reads one condition
 * alone, so the others keep their generation until the new one has taken effect, or cannot.
 */
export function nextConditions(
  held: readonly Condition[] | undefined,
  wanted: readonly WantedCondition[],
  { generation, now, isApplied = false }: ConditionsOf,
): Condition[] {
  const isPending =
    !isApplied && wanted.some(([type, status]) => type === 'Reconciling' && status === 'True');
  return wanted
    .filter(([type, status]) => status === 'True' || !abnormal.has(type))
    .map(([type, status, reason, message]) => {
      const before = held?.find((one) => one.type === type);
      const kept = isPending && !abnormal.has(type) ? before?.observedGeneration : undefined;
      return {
        type,
        status,
        reason,
        message,
        lastTransitionTime:
          before?.status === status ? before.lastTransitionTime : now.toISOString(),
        observedGeneration: kept ?? generation,
      };
    });
}
