import { describe, expect, test } from 'vitest';
import { bodyOf, emptyDraft, previewOf, withAddress, type Draft } from './draft.ts';

const draftOf = (parts: Partial<Draft>): Draft => ({ ...emptyDraft, ...parts });

describe('a draft', () => {
  test('has the kind of its address, until the user chooses a kind', () => {
    const typed = withAddress(emptyDraft, 'https://docs.example.org/');
    expect(typed.kind).toBe('website');
    expect(withAddress({ ...typed, chosen: true }, 'acme/docs').kind).toBe('website');
  });

  test('takes the key of a space from the address, and keeps one that was written', () => {
    const typed = withAddress(emptyDraft, 'https://x.atlassian.net/wiki/spaces/DOC');
    expect(typed.spaceKey).toBe('DOC');
    expect(withAddress(typed, 'https://x.atlassian.net/wiki/spaces/OPS').spaceKey).toBe('OPS');
    const written = { ...typed, spaceKey: 'MINE' };
    expect(withAddress(written, 'https://x.atlassian.net/wiki/spaces/OPS').spaceKey).toBe('MINE');
  });

  test('contains only the fields that the user filled in', () => {
    expect(bodyOf(draftOf({ address: ' acme/docs ' }))).toEqual({ docsRepoUrl: 'acme/docs' });
    expect(bodyOf(draftOf({ kind: 'website', address: 'x.dev', maxPages: 0, title: ' ' }))).toEqual(
      {
        websiteUrl: 'x.dev',
        maxPages: 0,
      },
    );
  });

  test('sends a token with a private repository alone', () => {
    const draft = draftOf({ address: 'acme/docs', gitToken: 'secret' });
    expect(bodyOf(draft)).not.toHaveProperty('gitToken');
    expect(bodyOf({ ...draft, isPrivate: true })).toMatchObject({
      private: true,
      gitToken: 'secret',
    });
  });

  test('of pages begins with the address', () => {
    expect(bodyOf(draftOf({ kind: 'pages', address: 'a', pageIds: ['b'] }))).toEqual({
      pageIds: ['a', 'b'],
    });
  });

  test('without an address, or of a file, is not looked at', () => {
    expect(previewOf(emptyDraft)).toBeUndefined();
    expect(previewOf(draftOf({ kind: 'upload', address: 'x' }))).toBeUndefined();
  });
});
