import { expect, test } from 'vitest';
import { RunError } from '../errors.ts';
import { networkError } from './http-errors.ts';

const url = new URL('https://user:secret@docs.example/guide');

test.each([
  ['a TypeError', new TypeError('x is not a function')],
  ['a TypeError of Node', Object.assign(new TypeError('bad'), { code: 'ERR_INVALID_ARG_TYPE' })],
  ['a wrong argument', Object.assign(new Error('bad'), { code: 'UND_ERR_INVALID_ARG' })],
  ['an error without a code', new Error('this cannot be')],
])('%s stays what it is', (_name, fault) => {
  expect(networkError(fault, url)).toBe(fault);
});

test.each([
  ['ECONNREFUSED', 'Unreachable'],
  ['EAI_AGAIN', 'Unreachable'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'Unreachable'],
  ['UND_ERR_SOCKET', 'Unreachable'],
  ['UND_ERR_BODY_TIMEOUT', 'Timeout'],
  ['Z_DATA_ERROR', 'Malformed'],
])('%s is a failure of the network, with the reason %s', (code, reason) => {
  const error = networkError(Object.assign(new Error('failed'), { code }), url);
  expect(error).toBeInstanceOf(RunError);
  expect(error).toMatchObject({ reason });
  expect(error.message).not.toContain('secret');
});

test('the time limit of a request is a Timeout', () => {
  const timedOut = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  expect(networkError(timedOut, url)).toMatchObject({ reason: 'Timeout' });
});
