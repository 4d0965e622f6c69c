import { describe, expect, test } from 'vitest';
import { nextConditions, type Condition, type WantedCondition } from './conditions.ts';

describe('nextConditions', () => {
  const first = new Date('2030-01-01T00:00:00Z');
  const later = new Date('2030-01-02T00:00:00Z');

  test('keeps the time of a condition until its status changes', () => {
    const made = nextConditions(undefined, [['Ready', 'False', 'Failed', 'x']], {
      generation: 1,
      now: first,
    });
    const kept = nextConditions(made, [['Ready', 'False', 'Worse', 'y']], {
      generation: 2,
      now: later,
    });
    const changed = nextConditions(kept, [['Ready', 'True', 'Succeeded', 'z']], {
      generation: 2,
      now: later,
    });

    expect(kept).toEqual([
      {
        type: 'Ready',
        status: 'False',
        reason: 'Worse',
        message: 'y',
        lastTransitionTime: first.toISOString(),
        observedGeneration: 2,
      },
    ]);
    expect(changed[0]?.lastTransitionTime).toBe(later.toISOString());
  });

  test('omits conditions that kstatus expects to be absent unless they are true', () => {
    const conditions = nextConditions(
      undefined,
      [
        ['Ready', 'False', 'Progressing', ''],
        ['Reconciling', 'True', 'Progressing', ''],
        ['Stalled', 'False', 'Progressing', ''],
      ],
      { generation: 1, now: first },
    );

    expect(conditions.map(({ type }) => type)).toEqual(['Ready', 'Reconciling']);
  });

  describe('of an object that is ready and reconciles an edit', () => {
    const ready = nextConditions(undefined, [['Ready', 'True', 'Succeeded', '']], {
      generation: 1,
      now: first,
    });
    const generationsOf = (conditions: readonly Condition[]): Record<string, number | undefined> =>
      Object.fromEntries(conditions.map((one) => [one.type, one.observedGeneration]));

    test('do not say that it is ready as edited', () => {
      const waiting = nextConditions(
        ready,
        [
          ['Ready', 'True', 'Queued', ''],
          ['Reconciling', 'True', 'Queued', ''],
        ],
        { generation: 2, now: later },
      );
      expect(generationsOf(waiting)).toEqual({ Ready: 1, Reconciling: 2 });

      const failed = nextConditions(
        waiting,
        [
          ['Ready', 'False', 'Unreachable', ''],
          ['Reconciling', 'True', 'ProgressingWithRetry', ''],
        ],
        { generation: 2, now: later },
      );
      expect(generationsOf(failed)).toEqual({ Ready: 1, Reconciling: 2 });

      const retried = nextConditions(
        failed,
        [
          ['Ready', 'True', 'Progressing', ''],
          ['Reconciling', 'True', 'Progressing', ''],
        ],
        { generation: 2, now: later },
      );
      expect(generationsOf(retried)).toEqual({ Ready: 1, Reconciling: 2 });
    });

    test('say so when it only completes what it has applied, or cannot apply it', () => {
      const wanted: WantedCondition[] = [
        ['Ready', 'True', 'Embedding', ''],
        ['Reconciling', 'True', 'Embedding', ''],
      ];
      const at = { generation: 2, now: later };
      expect(generationsOf(nextConditions(ready, wanted, { ...at, isApplied: true }))).toEqual({
        Ready: 2,
        Reconciling: 2,
      });
      const stalled = nextConditions(
        ready,
        [
          ['Ready', 'False', 'InvalidSpec', ''],
          ['Stalled', 'True', 'InvalidSpec', ''],
        ],
        at,
      );
      expect(generationsOf(stalled)).toEqual({ Ready: 2, Stalled: 2 });
    });
  });
});
