import { describe, expect, test } from 'vitest';
import { cached, cachedInBackground } from './cached.ts';

describe('cached', () => {
  test('calls load once within the time, and again after it', async () => {
    let asked = 0;
    let time = 0;
    const check = cached(
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

describe('cachedInBackground', () => {
  test('returns the last value at once, reloads an old one, and keeps it when a load fails', async () => {
    let time = 0;
    const answers = [Promise.resolve(1), Promise.reject(new Error('away')), Promise.resolve(3)];
    let asked = 0;
    const read = cachedInBackground(
      () => answers[asked++]!,
      10,
      () => time,
    );

    const seen = [read()];
    for (const at of [5, 10, 15, 20, 25]) {
      await Promise.allSettled(answers.slice(0, asked));
      time = at;
      seen.push(read());
    }

    expect(seen).toEqual([undefined, 1, 1, 1, 1, 3]);
    expect(asked).toBe(3);
  });
});
