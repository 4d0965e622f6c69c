import { randomBytes } from 'node:crypto';
import type { SecretStore } from './secrets.ts';
import { annotations, keyOf, type Library } from '../resources/library.ts';

/** What ends the name of a Secret that was made for a token. */
const number = /^[0-9a-f]{8}$/;

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
  return secret.startsWith(start) && number.test(secret.slice(start.length));
}

/**
 * Returns the annotation that asks the controller to remove a Secret that was made for a token. What serves requests has no
 * right to delete a Secret, because the answer to that can show what the Secret holds.
 */
export function replacedToken(secret: string): Record<string, string> {
  return { [`${annotations.replacedToken}${secret.slice(secret.lastIndexOf('-') + 1)}`]: 'true' };
}

/** Returns the annotations of a Library that name replaced tokens. */
export function replacedTokens({ metadata }: Pick<Library, 'metadata'>): string[] {
  const { annotations: all = {} } = metadata;
  return Object.keys(all).filter((key) => key.startsWith(annotations.replacedToken));
}

/** Removes the Secrets of tokens that others have replaced. An annotation names no Secret but one made for its Library. */
export function forgetReplacedSecrets(
  secrets: Pick<SecretStore, 'delete'>,
): (library: Library) => Promise<void> {
  return async (library) => {
    const { metadata, spec } = library;
    for (const key of replacedTokens(library)) {
      const name = `${metadata.name}-git-${key.slice(annotations.replacedToken.length)}`;
      if (!isGivenGitSecret(name, metadata.name) || name === spec.secretRef?.name) continue;
      await secrets.delete(keyOf({ ...metadata, name }));
    }
  };
}

/** Removes the Secrets of tokens that were given for a Library, where no cluster does that for what it owns. */
export function forgetGivenSecret(
  secrets: Pick<SecretStore, 'delete'>,
): (library: Library) => Promise<void> {
  return async (library) => {
    const name = givenGitSecret(library);
    if (name !== undefined) await secrets.delete(name);
    await forgetReplacedSecrets(secrets)(library);
  };
}
