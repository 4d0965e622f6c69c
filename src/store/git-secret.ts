import { randomBytes } from 'node:crypto';
import type { SecretStore } from './secrets.ts';
import { annotations, keyOf, type Library } from '../resources/library.ts';

/** The end of the name of a Secret that was created for a token. */
const number = /^[0-9a-f]{8}$/;

/** Returns a new name for the Secret of a token. Each token gets its own Secret, so that active runs keep theirs. */
export function newGitSecretName(library: string): string {
  return `${library}-git-${randomBytes(4).toString('hex')}`;
}

/** Returns the key of the Secret with the Library's token; undefined if it names none, or one that the operator created. */
export function givenGitSecret({ metadata, spec }: Library): string | undefined {
  const name = spec.secretRef?.name ?? '';
  return isGivenGitSecret(name, metadata.name) ? keyOf({ ...metadata, name }) : undefined;
}

/** Returns whether a name is that of a Secret that Lectern creates for a token of this Library. */
export function isGivenGitSecret(secret: string, library: string): boolean {
  const start = `${library}-git-`;
  return secret.startsWith(start) && number.test(secret.slice(start.length));
}

/**
 * Returns the annotation that asks the controller to remove a Secret of a token. The API may not delete Secrets, because the
 * response of a deletion can contain the Secret.
 */
export function replacedToken(secret: string): Record<string, string> {
  return { [`${annotations.replacedToken}${secret.slice(secret.lastIndexOf('-') + 1)}`]: 'true' };
}

/** Returns the annotations of a Library that name replaced tokens. */
export function replacedTokens({ metadata }: Pick<Library, 'metadata'>): string[] {
  const { annotations: all = {} } = metadata;
  return Object.keys(all).filter((key) => key.startsWith(annotations.replacedToken));
}

/** Removes the Secrets of replaced tokens. An annotation can name only a Secret that was created for its Library. */
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

/** Removes the Secrets of a Library's tokens, for registries without garbage collection by the cluster. */
export function forgetGivenSecret(
  secrets: Pick<SecretStore, 'delete'>,
): (library: Library) => Promise<void> {
  return async (library) => {
    const name = givenGitSecret(library);
    if (name !== undefined) await secrets.delete(name);
    await forgetReplacedSecrets(secrets)(library);
  };
}
