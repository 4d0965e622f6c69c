import { expect, test } from 'vitest';
import { localAddress } from './local-address.ts';

test.each([
  ['/home/ada/my docs', '/home/ada/my docs'],
  ['C:\\Users\\ada\\my docs', 'file:///C:/Users/ada/my%20docs'],
  ['\\\\share\\team\\docs', 'file://share/team/docs'],
])('the server reads %s from %s', (path, address) => {
  expect(localAddress(path)).toBe(address);
});
