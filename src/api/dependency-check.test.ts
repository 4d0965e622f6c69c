import { expect, test, vi } from 'vitest';
import { LecternError } from '../base/errors.ts';
import { checkDependencies } from './dependency-check.ts';
import type { RequestLog } from './request-log.ts';

test('the reason of a dependency that fails has the cause, which only admins and the log see', async () => {
  const cause = new Error('security_exception\n\tRoot causes: unable to authenticate');
  const away = new LecternError('search_failed', 'The index is unreachable.', { cause });
  const warn = vi.fn<RequestLog['warn']>();
  const check = checkDependencies(
    { needed: { index: () => Promise.reject(away) }, useful: {} },
    { warn },
  );

  const reason =
    'The index is unreachable. (security_exception Root causes: unable to authenticate)';
  expect(await check()).toMatchObject([{ name: 'index', ok: false, message: reason }]);
  expect(warn).toHaveBeenCalledWith({ dependency: 'index', reason }, expect.any(String));
});

test('a message that contains its cause is shown once', async () => {
  const away = new Error('Kubernetes does not answer: no route', { cause: new Error('no route') });
  const check = checkDependencies(
    { needed: {}, useful: { registry: () => Promise.reject(away) } },
    { warn: vi.fn<RequestLog['warn']>() },
  );

  expect(await check()).toMatchObject([{ message: 'Kubernetes does not answer: no route' }]);
});
