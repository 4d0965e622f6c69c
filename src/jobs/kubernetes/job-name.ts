import { cutName, shortHash } from '../../resources/label-value.ts';

/**
 * Returns the name of a run's Job, a DNS label: up to 40 characters of the Library's name, and a hash of its uid and the
 * run. A run always gets the same name, so that two controllers cannot start it twice.
 */
export function jobName({ library, uid, run }: { library: string; uid: string; run: string }) {
  const readable = cutName(library.slice(library.indexOf('/') + 1), 40);
  return `lib-${readable}-${shortHash(`${uid} ${run}`)}`;
}

/** Returns the namespace in a Library's key; undefined for Libraries in a database. */
export function namespaceOf(key: string): string | undefined {
  return key.includes('/') ? key.slice(0, key.indexOf('/')) : undefined;
}
