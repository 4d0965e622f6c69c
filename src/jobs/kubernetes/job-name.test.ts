import { describe, expect, test } from 'vitest';
import { jobName } from './job-name.ts';

const run = { library: 'docs/acme-widgets-1a2b3c4d', uid: 'u1', run: 'r1' };

describe('jobName', () => {
  test('is readable and the same for the same run', () => {
    expect(jobName(run)).toMatch(/^lib-acme-widgets-1a2b3c4d-[0-9a-f]{8}$/);
    expect(jobName({ ...run })).toBe(jobName(run));
  });

  test('differs by run and by Library, also one that was made anew under the same name', () => {
    const names = [run, { ...run, run: 'r2' }, { ...run, uid: 'u2' }].map(jobName);

    expect(new Set(names).size).toBe(3);
  });

  test.each(['a'.repeat(253), `${'a'.repeat(39)}.-b`, 'widgets.v2', '1'])(
    'leaves room for the Pods of %s',
    (library) => {
      // The name of a Pod is the name of its Job, a dash and five characters.
      expect(`${jobName({ ...run, library })}-abcde`).toMatch(/^[a-z]([a-z0-9-]{0,61}[a-z0-9])$/);
    },
  );
});
