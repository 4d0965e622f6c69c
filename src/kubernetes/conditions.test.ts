import { describe, expect, test } from 'vitest';
import { nextConditions } from './conditions.ts';

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
});
