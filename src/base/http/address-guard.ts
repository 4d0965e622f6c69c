import { lookup as dnsLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { orAbort } from '../abort.ts';
import { RunError } from '../errors.ts';
import { bareHost } from './http-url.ts';

/** Returns all addresses of a host name. Rejects as `dns.promises.lookup` does if there are none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The system's resolver, including `/etc/hosts`. */
export const systemResolve: Resolve = (hostname) => dnsLookup(hostname, { all: true });

/**
 * Throws RunError('AddressRefused') if the host is, or resolves to, an address that is not on the public internet and
 * that none of the CIDR ranges allows. Not public are private, loopback, link-local (with every cloud's metadata
 * address), carrier-grade NAT, multicast and reserved addresses. Neither are public ones that a cloud answers itself, and
 * any of these wrapped in IPv6. Throws RunError('Unreachable') if the host does not resolve. A later resolution can
 * differ, so connections go through `guardedLookup`.
 */
export async function assertPublicHost(
  hostname: string,
  allowedRanges: readonly string[],
  signal: AbortSignal,
  resolve: Resolve = systemResolve,
): Promise<void> {
  signal.throwIfAborted();
  const host = canonicalHost(hostname);
  if (parseAddress(host)) return assertPublicLiteral(host, allowedRanges);
  await orAbort(resolvePublic(host, allowedRanges, resolve), signal);
}

/**
 * Returns the ranges that may be read on behalf of a source: the allowed ones if its own host has an address that is not
 * public, else none. So what a public source says opens no private address, whatever its name resolves to later. Throws
 * RunError('Unreachable') if the host does not resolve.
 */
export async function rangesBehind(
  hostname: string,
  allowedRanges: readonly string[],
  signal: AbortSignal,
  resolve: Resolve = systemResolve,
): Promise<readonly string[]> {
  if (allowedRanges.length === 0) return allowedRanges;
  const host = canonicalHost(hostname);
  const found = parseAddress(host)
    ? [{ address: host }]
    : await orAbort(addressesOf(host, resolve), signal);
  return found.every(({ address }) => isAllowedAddress(address, [])) ? [] : allowedRanges;
}

/** Checks an IP address, with or without brackets, as `assertPublicHost` does. Ignores names: `guardedLookup` checks them. */
export function assertPublicLiteral(hostname: string, allowedRanges: readonly string[]): void {
  const bare = bareHost(hostname);
  if (parseAddress(bare)) assertAddresses(bare, [bare], allowedRanges);
}

/**
 * Returns a `lookup` for sockets that returns checked addresses only. So a socket connects to the address that was
 * checked, even if the name resolves to another one later. Sockets do not look up IP addresses: check those with
 * `assertPublicHost` before connecting.
 */
export function guardedLookup(
  allowedRanges: readonly string[],
  resolve: Resolve = systemResolve,
): LookupFunction {
  return (hostname, options, callback) => {
    const answer = async (): Promise<void> => {
      const found = await resolvePublic(hostname, allowedRanges, resolve).catch(asError);
      if (found instanceof Error) return callback(found, '', 0);
      const family = familyOf(options.family);
      const usable = found.filter((entry) => family === 0 || entry.family === family);
      const first = usable[0];
      if (!first) return callback(unresolved(hostname), '', 0);
      return options.all ? callback(null, usable) : callback(null, first.address, first.family);
    };
    void answer();
  };
}

/** Returns whether an IP address, in any common spelling, is public or inside one of the CIDR ranges. */
export function isAllowedAddress(address: string, allowedRanges: readonly string[]): boolean {
  const parsed = parseAddress(address);
  if (!parsed) return false;
  const effective = unwrap(parsed);
  const inside = isatapAddress(effective);
  if (inside && !isAllowedIpv4(inside, allowedRanges)) return false;
  return isPublic(effective) || inRanges(effective, allowedRanges);
}

function isAllowedIpv4(address: ipaddr.IPv4, allowedRanges: readonly string[]): boolean {
  return isPublic(address) || inRanges(address, allowedRanges);
}

async function resolvePublic(
  hostname: string,
  allowedRanges: readonly string[],
  resolve: Resolve,
): Promise<LookupAddress[]> {
  const addresses = await addressesOf(hostname, resolve);
  const all = addresses.map((entry) => entry.address);
  assertAddresses(hostname, all, allowedRanges);
  return addresses;
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw unresolved(hostname, cause);
  });
  if (addresses.length === 0) throw unresolved(hostname);
  return addresses;
}

function assertAddresses(
  hostname: string,
  addresses: string[],
  allowedRanges: readonly string[],
): void {
  const refused = addresses.find((address) => !isAllowedAddress(address, allowedRanges));
  if (refused === undefined) return;
  const where = refused === hostname ? hostname : `${hostname} (${refused})`;
  throw new RunError(
    'AddressRefused',
    `${where} is not a public address; if it is yours, the operator can allow its range with LECTERN_ALLOWED_RANGES (sources.allowedRanges of the chart)`,
  );
}

function unresolved(hostname: string, cause?: unknown): RunError {
  return new RunError('Unreachable', `host name ${hostname} does not resolve`, { cause });
}

/** Normalizes a host as a URL parser does: 0x7f.1, 2130706433 and full-width digits become 127.0.0.1. */
function canonicalHost(hostname: string): string {
  const bare = bareHost(hostname).replace(/\.$/, '');
  if (ipaddr.IPv6.isValid(bare)) return bare;
  try {
    return new URL(`http://${bare}/`).hostname;
  } catch (cause) {
    throw new RunError('InvalidSource', `${JSON.stringify(hostname)} is not a host name`, {
      cause,
    });
  }
}

function parseAddress(address: string): Address | undefined {
  return ipaddr.isValid(address) ? ipaddr.parse(address) : undefined;
}

// An IPv6 address with one of these prefixes reaches the IPv4 host whose address starts at the byte `offset`.
const embeddings: { prefix: [ipaddr.IPv6, number]; offset: number }[] = [
  { prefix: [ipaddr.IPv6.parse('::ffff:0:0'), 96], offset: 12 },
  { prefix: [ipaddr.IPv6.parse('::ffff:0:0:0'), 96], offset: 12 },
  { prefix: [ipaddr.IPv6.parse('::'), 96], offset: 12 },
  { prefix: [ipaddr.IPv6.parse('64:ff9b::'), 96], offset: 12 },
  { prefix: [ipaddr.IPv6.parse('2002::'), 16], offset: 2 },
];

function unwrap(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const range = address.range();
  if (range === 'loopback' || range === 'unspecified') return address;
  const embedding = embeddings.find(({ prefix }) => address.match(prefix));
  if (!embedding) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(embedding.offset, embedding.offset + 4));
}

/** Returns the IPv4 address in an ISATAP interface identifier (RFC 5214), under any prefix. */
function isatapAddress(address: Address): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  const [first, ...rest] = bytes.slice(8, 12);
  const isIsatap = (first === 0 || first === 2) && rest.join() === [0x00, 0x5e, 0xfe].join();
  return isIsatap ? new ipaddr.IPv4(bytes.slice(12)) : undefined;
}

/**
 * Public addresses that a cloud answers on its own hosts: Azure's host agent with DNS, DHCP and extensions
 * (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16). Those of AWS, Google, Oracle and Alibaba
 * are in ranges that are not public.
 */
const insideClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || insideClouds.has(address.toString())) return false;
  return address.kind() === 'ipv4' || address.match(globalUnicast);
}

function inRanges(address: Address, allowedRanges: readonly string[]): boolean {
  return allowedRanges.some((range) => {
    const [network, bits] = parseRange(range);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

/** Returns whether a text is a range of addresses, such as 10.0.0.0/8. */
export function isRange(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

function parseRange(range: string): [Address, number] {
  if (isRange(range)) return ipaddr.parseCIDR(range);
  throw new RunError(
    'InvalidSource',
    `allowed range ${JSON.stringify(range)} is not a CIDR such as 10.0.0.0/8`,
  );
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function familyOf(family: number | 'IPv4' | 'IPv6' | undefined): number {
  if (family === 'IPv4') return 4;
  if (family === 'IPv6') return 6;
  return family ?? 0;
}
