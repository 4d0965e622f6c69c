import { createHash } from 'node:crypto';

/**
 * The name of a run's Job, a DNS label: the Library's as far as there is room, and a hash of its uid and the run. The
 * same run always gets the same name, so that two controllers cannot start it twice.
 */
export function jobName({ library, uid, run }: { library: string; uid: string; run: string }) {
  const readable = cut(library.slice(library.indexOf('/') + 1), 40);
  return `lib-${readable}-${hash(`${uid} ${run}`)}`;
}

/** The namespace in a Library's key; undefined where Libraries are not custom resources but rows. */
export function namespaceOf(key: string): string | undefined {
  return key.includes('/') ? key.slice(0, key.indexOf('/')) : undefined;
}

/** The name of a Library as the value of a label, which has room for 63 characters; longer ones end in a hash. */
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
