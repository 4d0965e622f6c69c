import { LecternError } from '../../base/errors.ts';
import { ecosystems, type Ecosystem } from '../dependency.ts';
import { publicIndexes, type IndexAddresses } from './index-facts.ts';

/**
 * Returns the addresses of the indexes: the public ones, except for those in entries such as `npm=https://npm.example.com`.
 * Throws LecternError('validation_error') for an entry of another form.
 */
export function indexAddresses(entries: readonly string[]): IndexAddresses {
  const given = entries.map((entry): [Ecosystem, string] => {
    const [, name, address = ''] = /^([a-z]+)=(.+)$/.exec(entry.trim()) ?? [];
    const ecosystem = ecosystems.find((one) => one === name);
    const url = URL.parse(address);
    if (ecosystem && url && /^https?:$/.test(url.protocol)) {
      return [ecosystem, address.replace(/\/+$/, '')];
    }
    const known = ecosystems.join(', ');
    // The entry may contain a password.
    const message = `packageIndexes has an entry for ${JSON.stringify(name ?? 'no ecosystem')} that is no address of an index. Expected <ecosystem>=<URL>, such as npm=https://npm.example.com; the ecosystems are ${known}.`;
    throw new LecternError('validation_error', message);
  });
  return { ...publicIndexes, ...Object.fromEntries(given) };
}
