import ipaddr from 'ipaddr.js';

/**
 * The name an address is counted by: an IPv4 address as it is, also where IPv6 wraps it, an IPv6 address by its first 64
 * bits, since one subscriber has all addresses of such a network. A port that a proxy has written behind is left out.
 * What is no address counts as one, `unknown`. Pure.
 */
export function countedAddress(address: string | undefined): string {
  const text = withoutPort(address ?? '');
  if (!ipaddr.isValid(text)) return 'unknown';
  const parsed = ipaddr.process(text);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}

function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}
