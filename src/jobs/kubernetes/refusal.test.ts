import { describe, expect, test } from 'vitest';
import { apiErrorOf } from '../../kubernetes/api-error.ts';
import { refusal } from './refusal.ts';

const answer = (code: number, reason: string, message: string) =>
  apiErrorOf('POST /apis/batch/v1/namespaces/docs/jobs', code, JSON.stringify({ reason, message }));

describe('a run whose Job the cluster refuses', () => {
  test.each([
    [
      'a webhook that names no status',
      answer(400, '', 'admission webhook "validate.kyverno.svc-fail" denied the request: no team'),
    ],
    [
      'a ValidatingAdmissionPolicy',
      answer(
        422,
        'Invalid',
        `jobs.batch "lib-a" is forbidden: ValidatingAdmissionPolicy 'team' with binding 'all' denied request: no team`,
      ),
    ],
    [
      'the API server, for a toleration in the values of the chart',
      answer(422, 'Invalid', 'Job.batch "lib-a" is invalid: spec.template.spec.tolerations[0]'),
    ],
    ['the API server, for a quantity', answer(400, 'BadRequest', 'quantities must match')],
    ['a quota', answer(403, 'Forbidden', 'jobs.batch "lib-a" is forbidden: exceeded quota: jobs')],
    [
      'a webhook that does not answer',
      answer(
        500,
        'InternalError',
        'Internal error occurred: failed calling webhook "validate.kyverno.svc-fail": context deadline exceeded',
      ),
    ],
  ])('by %s says so and is tried again', (_, error) => {
    expect(refusal('Job', error)).toEqual({
      reason: 'JobRefused',
      message: `The cluster refused the run's Job: ${error.message}`,
      retry: 'backoff',
    });
  });

  test('is not meant by an API server that fails', () => {
    const failing = answer(500, 'InternalError', 'etcdserver: request timed out');

    expect(() => refusal('Job', failing)).toThrow(failing);
  });
});
