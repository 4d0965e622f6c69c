import { describe, expect, test } from 'vitest';
import { readersNote } from './readers-note.ts';

const settings = { visibility: 'public', publishCredentialed: false, teamspace: 'docs' } as const;

describe('the note about the readers of a library', () => {
  test.each([
    ['integration', 'with the credential of an integration'],
    ['secret', 'with a Secret of its own'],
    ['url', 'with the user name and password in its address'],
    [undefined, 'with a credential'],
  ] as const)('names the credential that makes it private: %s', (credential, how) => {
    const library = { visibility: 'private', ...(credential && { credential }) } as const;
    const { readers, text } = readersNote(library, settings)!;
    expect(readers).toBe('teamspace');
    expect(text).toContain(`${how}. So only members of the teamspace docs and admins can read it`);
  });

  test('says that an admin has published it', () => {
    const library = { visibility: 'public', credential: 'secret' } as const;
    const note = readersNote(library, { ...settings, publishCredentialed: true });
    expect(note).toMatchObject({ readers: 'everybody', title: 'Published by an admin' });
  });

  test('says that its settings keep a published library private', () => {
    const library = { visibility: 'private', credential: 'secret' } as const;
    const chosen = { ...settings, visibility: 'private', publishCredentialed: true } as const;
    expect(readersNote(library, chosen)).toMatchObject({
      readers: 'teamspace',
      title: 'Private by its settings',
    });
  });

  test.each([
    ['public without a credential', { visibility: 'public', credential: 'none' }, settings],
    [
      'private by its settings alone',
      { visibility: 'private', credential: 'secret' },
      { ...settings, visibility: 'private' },
    ],
  ] as const)('is absent where the library is %s', (_what, library, chosen) => {
    expect(readersNote(library, chosen)).toBeUndefined();
  });
});
