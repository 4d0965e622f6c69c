import { lookup } from 'node:dns';
import { connect } from 'node:net';
import { once } from 'node:events';
import { assert, asyncProperty, integer, ipV4, ipV6, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunError } from '../errors.ts';
import {
  assertPublicHost,
  guardedLookup,
  isAllowedAddress,
  rangesBehind,
  type Resolve,
} from './address-guard.ts';

const signal = new AbortController().signal;
const answering =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const refused = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  // A public address that Azure answers on its own hosts, in each of its forms.
  '168.63.129.16',
  '0xa83f8110',
  '::ffff:168.63.129.16',
  '64:ff9b::168.63.129.16',
  '2002:a83f:8110::1',
  '::168.63.129.16',
  '169.254.170.2',
  '192.88.99.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  // An IPv4 address inside an interface identifier (ISATAP).
  '2606:4700::5efe:7f00:1',
  '2606:4700::200:5efe:a9fe:a9fe',
  '3fff::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::8.8.8.8',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '2001::1',
  '2001:db8::1',
  '100::1',
  '5f00::1',
  '4000::1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.1',
  '127.0.0.1.',
  '①②⑦.0.0.1',
  '[::1]',
  '[::ffff:7f00:1]',
];

const open = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '168.63.129.15',
  '168.63.129.17',
  '2606:4700::5efe:808:808',
  '100.128.0.1',
  '134744072',
  '2606:4700:4700::1111',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
  '::ffff:8.8.8.8',
];

describe('assertPublicHost', () => {
  test.each(refused)('refuses %s', async (host) => {
    await expect(assertPublicHost(host, [], signal, answering('8.8.8.8'))).rejects.toMatchObject({
      reason: 'AddressRefused',
      retry: 'never',
    });
  });

  test.each(open)('allows %s', async (host) => {
    await expect(assertPublicHost(host, [], signal)).resolves.toBeUndefined();
  });

  test.each(refused)('refuses a name that resolves to %s', async (address) => {
    const bare = address.replace(/^\[|\]$/g, '');
    const resolve = answering('8.8.8.8', bare);
    await expect(assertPublicHost('docs.example.org', [], signal, resolve)).rejects.toThrow(
      'is not a public address',
    );
  });

  test('refuses localhost by the system resolver, and allows it inside an allowed range', async () => {
    await expect(assertPublicHost('localhost', [], signal)).rejects.toBeInstanceOf(RunError);
    await assertPublicHost('localhost', ['127.0.0.0/8', '::1/128'], signal);
  });

  test('an allowed range opens exactly its addresses, also when they are wrapped in IPv6', () => {
    expect(isAllowedAddress('10.1.2.3', ['10.1.0.0/16'])).toBe(true);
    expect(isAllowedAddress('::ffff:10.1.2.3', ['10.1.0.0/16'])).toBe(true);
    expect(isAllowedAddress('10.2.2.3', ['10.1.0.0/16'])).toBe(false);
    expect(isAllowedAddress('fd12::1', ['10.1.0.0/16', 'fd12::/16'])).toBe(true);
  });

  test('names the host and the address it resolved to', async () => {
    const check = assertPublicHost('intranet.example', [], signal, answering('10.0.0.7'));
    await expect(check).rejects.toThrow(
      /intranet\.example \(10\.0\.0\.7\) is not a public address; .*LECTERN_ALLOWED_RANGES/,
    );
  });

  test('a name without an address is unreachable, which time can mend', async () => {
    const resolve: Resolve = () => Promise.reject(new Error('ENOTFOUND'));
    await expect(assertPublicHost('nowhere.example', [], signal, resolve)).rejects.toMatchObject({
      reason: 'Unreachable',
      retry: 'backoff',
      message: 'host name nowhere.example does not resolve',
    });
    await expect(assertPublicHost('empty.example', [], signal, answering())).rejects.toMatchObject({
      reason: 'Unreachable',
    });
  });

  test('an abort ends a resolution that never answers', async () => {
    const controller = new AbortController();
    const never: Resolve = () => new Promise(() => {});
    const check = assertPublicHost('slow.example', [], controller.signal, never);
    controller.abort(new Error('stopped'));
    await expect(check).rejects.toThrow('stopped');
  });

  test('a range that is no CIDR is named', async () => {
    const check = assertPublicHost('10.0.0.1', ['10.0.0.0'], signal);
    await expect(check).rejects.toThrow('allowed range "10.0.0.0" is not a CIDR');
  });

  test('any text is allowed or refused with a RunError', async () => {
    await assert(
      asyncProperty(oneof(string(), ipV4(), ipV6()), async (host) => {
        const check = assertPublicHost(host, [], signal, answering('10.0.0.1'));
        const outcome = await check.catch((error: unknown) => error);
        expect(outcome === undefined || outcome instanceof RunError).toBe(true);
      }),
    );
  });

  test('no spelling of a private IPv4 address inside IPv6 gets through', () => {
    const octet = integer({ min: 0, max: 255 });
    assert(
      property(octet, octet, octet, (b, c, d) => {
        const hex = (high: number, low: number): string => ((high << 8) | low).toString(16);
        const tail = `${hex(10, b)}:${hex(c, d)}`;
        for (const wrapped of [`::ffff:${tail}`, `64:ff9b::${tail}`, `2002:${tail}::`, `::${tail}`])
          expect(isAllowedAddress(wrapped, [])).toBe(false);
      }),
    );
  });
});

describe('rangesBehind', () => {
  const allowed = ['10.0.0.0/8'];
  const behind = (host: string, resolve?: Resolve): Promise<readonly string[]> =>
    rangesBehind(host, allowed, signal, resolve);

  test.each([
    ['10.1.2.3', allowed],
    ['[::ffff:10.1.2.3]', allowed],
    ['0xa.1', allowed],
    ['8.8.8.8', []],
  ])('of %s are %j', async (host, ranges) => {
    expect(await behind(host)).toEqual(ranges);
  });

  test('are those that the name of the source needs, and none for a public name', async () => {
    expect(await behind('docs.example.org', answering('8.8.8.8', '2606:4700::1'))).toEqual([]);
    expect(await behind('intranet.example', answering('10.1.2.3'))).toEqual(allowed);
    expect(await behind('both.example', answering('8.8.8.8', '10.1.2.3'))).toEqual(allowed);
  });

  test('are unknown, for now, for a name without an address', async () => {
    const nowhere: Resolve = () => Promise.reject(new Error('ENOTFOUND'));
    await expect(behind('nowhere.example', nowhere)).rejects.toMatchObject({
      reason: 'Unreachable',
      retry: 'backoff',
    });
  });
});

describe('guardedLookup', () => {
  const ask = (
    lookupFunction: ReturnType<typeof guardedLookup>,
    options: Parameters<ReturnType<typeof guardedLookup>>[1],
  ): Promise<unknown> =>
    new Promise((resolve) => {
      lookupFunction('docs.example.org', options, (...answer) => resolve(answer));
    });

  test('answers in the form that was asked for', async () => {
    const both = guardedLookup([], answering('2606:4700::1', '8.8.8.8'));
    expect(await ask(both, { all: true })).toEqual([
      null,
      [
        { address: '2606:4700::1', family: 6 },
        { address: '8.8.8.8', family: 4 },
      ],
    ]);
    expect(await ask(both, { family: 4 })).toEqual([null, '8.8.8.8', 4]);
    expect(await ask(both, {})).toEqual([null, '2606:4700::1', 6]);
  });

  test('a name that points inside on the second question is refused by the socket', async () => {
    const answers = ['8.8.8.8', '127.0.0.1'];
    const rebinding: Resolve = () =>
      Promise.resolve([{ address: answers.shift() ?? '127.0.0.1', family: 4 }]);
    await assertPublicHost('rebind.example', [], signal, rebinding);
    const socket = connect({
      host: 'rebind.example',
      port: 9,
      lookup: guardedLookup([], rebinding),
    });
    const [error] = await once(socket, 'error').catch((reason: unknown) => [reason]);
    expect(error).toMatchObject({ reason: 'AddressRefused' });
  });

  test('has the signature of dns.lookup', () => {
    expect(guardedLookup([]).length).toBe(lookup.length);
  });
});
