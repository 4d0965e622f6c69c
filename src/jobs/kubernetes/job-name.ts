import { createHash } from 'node:crypto';

/**
 * Returns the name of a run's Job, a DNS label: up to 40 characters of the Library's name, and a hash of its uid and the
 * run. A run always gets the same name, so that two controllers cannot start it twice.
 */
export function jobName({ library, uid, run }: { library: string; uid: string; run: string }) {
  const readable = cut(library.slice(library.indexOf('/') + 1), 40);
  return `lib-${readable}-${hash(`${uid} ${run}`)}`;
}

/** Returns the namespace in a Library's key; undefined for Libraries in a database. */
export function namespaceOf(key: string): string | undefined {
  return key.includes('/') ? key.slice(0, key.indexOf('/')) : undefined;
}

/** Returns a Library's name as a label value of at most 63 characters. Longer names end in a hash. */
export function labelValue(library: string): string {
  return library.length <= 63 ? library : `${cut(library, 54)}-${hash(library)}`;
}

function cut(name: string, length: number): string {
  return name
    .slice(0, length)
    .replaceAll('.', '-')
    .replace(/[^a-z0-9]+$/, '');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
