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
  return isGivenGitSecret(name, metadata.name) ? keyOf({ ...metadata, name }) : undefined;
}

/** Whether a Secret has the name of one that Lectern makes for a token of this Library. */
export function isGivenGitSecret(secret: string, library: string): boolean {
  const start = `${library}-git-`;
  return secret.startsWith(start) && /^[0-9a-f]{8}$/.test(secret.slice(start.length));
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
