import { randomBytes } from 'node:crypto';
import type { SecretStore } from '../store/secrets.ts';
import { keyOf, type Library } from '../resources/library.ts';

/** A name that no Secret has yet, for a token of a Library: another token gets another name, and no running run loses its own. */
export function newGitSecretName(library: string): string {
  return `${library}-git-${randomBytes(4).toString('hex')}`;
}

/** The key of the Secret that holds a token given for the Library; undefined where it names none, or one of the operator. */
export function givenGitSecret({ metadata, spec }: Library): string | undefined {
  const name = spec.secretRef?.name ?? '';
  const start = `${metadata.name}-git-`;
  const isGiven = name.startsWith(start) && /^[0-9a-f]{8}$/.test(name.slice(start.length));
  return isGiven ? keyOf({ ...metadata, name }) : undefined;
}

/** Removes the Secret of a token that was given for a Library, where no cluster does that for what it owns. */
export function forgetGivenSecret(
  secrets: Pick<SecretStore, 'delete'>,
): (library: Library) => Promise<void> {
  return async (library) => {
    const name = givenGitSecret(library);
    if (name !== undefined) await secrets.delete(name);
  };
}
