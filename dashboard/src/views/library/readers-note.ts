import type { LibrarySettings, LibraryStatus } from '../../api/paths.gen.ts';

/** The note about the readers of a library. */
export interface ReadersNote {
  /** The callers who may read the library now. */
  readers: LibrarySettings['readers'];
  title: string;
  text: string;
}

const means: Record<NonNullable<LibraryStatus['credential']>, string> = {
  none: 'without a credential',
  url: 'with the user name and password in its address',
  secret: 'with a Secret of its own',
  integration: 'with the credential of an integration',
};

/** Returns the reason why a credential restricts the readers of a library; undefined without such a credential. Pure. */
export function readersNote(
  { visibility, credential }: Pick<LibraryStatus, 'visibility' | 'credential'>,
  settings: Pick<LibrarySettings, 'visibility' | 'publishCredentialed' | 'teamspace'>,
): ReadersNote | undefined {
  const { publishCredentialed, teamspace = 'default' } = settings;
  const how = `Lectern reads the source of this library ${credential ? means[credential] : 'with a credential'}.`;
  if (publishCredentialed) {
    const [title, text] =
      settings.visibility === 'private'
        ? [
            'Private by its settings',
            'An admin has allowed everybody to read it, but its visibility is set to private.',
          ]
        : [
            'Published by an admin',
            'An admin has allowed everybody to read it, and exports contain it.',
          ];
    const readers = settings.visibility === 'private' ? 'teamspace' : 'everybody';
    return { readers, title, text: `${how} ${text}` };
  }
  if (visibility !== 'private' || settings.visibility === 'private') return undefined;
  return {
    readers: 'teamspace',
    title: 'Private, because its source needs a credential',
    text: `${how} So only members of the teamspace ${teamspace} and admins can read it, and exports leave it out.`,
  };
}
