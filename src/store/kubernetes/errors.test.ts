import { expect, test } from 'vitest';
import { ApiError } from '../../kubernetes/api-error.ts';
import { asLecternError, asReadError } from './errors.ts';

const forbidden = (): Promise<never> =>
  Promise.reject(new ApiError(403, 'Forbidden', 'GET /saws: 403 User "lectern-api" cannot list'));

test('a read that Lectern has no rights for is an outage for callers, and tells them nothing about the cluster', async () => {
  await expect(asReadError('saws', forbidden())).rejects.toMatchObject({
    code: 'search_failed',
    status: 503,
    message: expect.stringMatching(
      /^Kubernetes does not let Lectern read saws\. (?!.*lectern-api)/,
    ),
    cause: expect.any(ApiError),
  });
});

test('a refused change says why, because the caller may correct it', async () => {
  await expect(asLecternError('saw', forbidden())).rejects.toMatchObject({
    code: 'access_denied',
    message: expect.stringContaining('cannot list'),
  });
});

test('any other error of a read is that of any other request', async () => {
  const gone = Promise.reject(new ApiError(404, 'NotFound', 'GET /saws/x: 404'));

  await expect(asReadError('x', gone)).rejects.toMatchObject({ code: 'library_not_found' });
});
