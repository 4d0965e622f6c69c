import { describe, expect, it } from 'vitest';
import { remembered } from './check.ts';

describe('remembered', () => {
  it('asks once for all who ask within the time, and anew after it', async () => {
    let asked = 0;
    let time = 0;
    const check = remembered(
      async () => {
        asked += 1;
        if (asked === 1) throw new Error('away');
      },
      1_000,
      () => time,
    );

    const outcomes = await Promise.allSettled([check(), check()]);
    time = 999;
    await expect(check()).rejects.toThrow('away');
    time = 1_000;
    await check();

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toBe(2);
  });
});
