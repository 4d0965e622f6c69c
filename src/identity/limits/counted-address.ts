import ipaddr from 'ipaddr.js';

/**
 * Returns the name for counting an address. IPv4 addresses stay, also inside IPv6. IPv6 addresses are cut to 64 bits, because one
 * subscriber has all addresses of such a network. A port from a proxy is removed. Invalid addresses all count as `unknown`. Pure.
 */
export function countedAddress(address: string | undefined): string {
  const text = withoutPort(address ?? '');
  if (!ipaddr.isValid(text)) return 'unknown';
  const parsed = ipaddr.process(text);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}

/** Returns an address without the port that some proxies add, such as Azure's. Pure. */
export function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}
