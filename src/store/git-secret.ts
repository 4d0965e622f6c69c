import { createHash, randomBytes } from 'node:crypto';
import type { SecretStore } from './secrets.ts';
import { annotations, keyOf, type Library, type ObjectMeta } from '../resources/library.ts';

/** The end of the name of a Secret that was created for a token: a number and a seal. Earlier versions gave no seal. */
const ending = /^([0-9a-f]{8})([0-9a-f]{12})?$/;

type Named = Pick<ObjectMeta, 'name' | 'uid'>;

/**
 * Returns a new name for the Secret of a token. Each token gets its own Secret, so that active runs keep theirs. The name contains a
 * hash over the Library's uid, which the cluster chooses. So the owner of a Secret is known without a read of the Secret.
 */
export function newGitSecretName({ name, uid }: Named): string {
  const number = randomBytes(4).toString('hex');
  return `${name}-git-${number}${sealOf(number, uid)}`;
}

/** Returns whether Lectern made the name of a Secret for this Library. */
export function isOwnGitSecret(secret: string, { name, uid }: Named): boolean {
  const [, number = '', seal] = endingOf(secret, name) ?? [];
  return seal === sealOf(number, uid);
}

function sealOf(number: string, uid: string): string {
  return createHash('sha256').update(`${number} ${uid}`).digest('hex').slice(0, 12);
}

function endingOf(secret: string, library: string): RegExpExecArray | undefined {
  const start = `${library}-git-`;
  return (secret.startsWith(start) && ending.exec(secret.slice(start.length))) || undefined;
}

/** Returns the key of the Secret with the Library's token; undefined if it names none, or one that the operator created. */
export function givenGitSecret({ metadata, spec }: Library): string | undefined {
  const name = spec.secretRef?.name ?? '';
  return isGivenGitSecret(name, metadata.name) ? keyOf({ ...metadata, name }) : undefined;
}

/** Returns whether a name is one that Lectern gives to a Secret of a Library of this name. */
export function isGivenGitSecret(secret: string, library: string): boolean {
  return endingOf(secret, library) !== undefined;
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
