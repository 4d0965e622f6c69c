import { expect, test } from 'vitest';
import { countedAddress } from './counted-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, name) => {
  expect(countedAddress(address)).toBe(name);
});

test.each([undefined, '', 'unknown', 'x'.repeat(10_000), "'; drop table usage"])(
  'all invalid addresses count as one: %j',
  (address) => {
    expect(countedAddress(address)).toBe('unknown');
  },
);
