import { describe, expect, test } from 'vitest';
import { errorFacts } from './error-facts.ts';

describe('errorFacts', () => {
  test('contains type, code, stack and causes', () => {
    const cause = Object.assign(new TypeError('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

    const facts = errorFacts(new Error('search failed', { cause }));

    expect(facts).toMatchObject({
      type: 'Error',
      message: 'search failed',
      stack: expect.stringContaining('error-facts.test.ts'),
      cause: { type: 'TypeError', code: 'ECONNREFUSED' },
    });
  });

  test('leaves out what clients of HTTP and stores hang on their errors', () => {
    const error = Object.assign(
      new Error('refused', { cause: Object.assign(new Error('x'), held()) }),
      held(),
    );

    expect(JSON.stringify(errorFacts(error))).not.toContain('planted');
  });

  test('contains the errors of an AggregateError', () => {
    const facts = errorFacts(new AggregateError([new Error('v4'), new Error('v6')], 'both'));

    expect(facts.errors?.map(({ message }) => message)).toEqual(['v4', 'v6']);
  });

  test('ends at circular causes, and cuts long texts', () => {
    const error = new Error('x'.repeat(10_000));
    error.cause = error;

    expect(JSON.stringify(errorFacts(error)).length).toBeLessThan(60_000);
  });

  test('describes a thrown value that is no error', () => {
    expect(errorFacts('out of paper')).toEqual({ type: 'string', message: 'out of paper' });
  });
});

function held(): object {
  return { meta: { headers: { authorization: 'planted' } }, config: { auth: 'planted' } };
}
