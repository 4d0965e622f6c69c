import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRepositoryConfig } from './repository-config.ts';

const parse = (value: unknown): ReturnType<typeof parseRepositoryConfig> =>
  parseRepositoryConfig(JSON.stringify(value));

describe('parseRepositoryConfig', () => {
  test('reads every field that is used', () => {
    const config = parse({
      $schema: 'https://example.org/schema.json',
      projectTitle: 'Widgets',
      description: 'Makes widgets',
      branch: 'docs',
      folders: ['docs'],
      excludeFolders: ['drafts'],
      excludeFiles: ['notes.md'],
      rules: ['Be kind'],
      previousVersions: [{ tag: 'v1.0.0', title: 'One' }, { tag: 'v2.0.0' }],
      branchVersions: [{ branch: 'next' }],
      unknown: { deep: true },
    });
    expect(config).toEqual({
      title: 'Widgets',
      description: 'Makes widgets',
      branch: 'docs',
      folders: ['docs'],
      excludeFolders: ['drafts'],
      excludeFiles: ['notes.md'],
      versions: ['v1.0.0', 'v2.0.0', 'next'],
      rules: ['Be kind'],
      problems: [],
    });
  });

  test('takes a byte order mark, nulls and versions that are plain strings', () => {
    const content = `\uFEFF${JSON.stringify({ folders: null, previousVersions: ['v1', 'v1'] })}`;
    expect(parseRepositoryConfig(content)).toMatchObject({
      folders: [],
      versions: ['v1'],
      problems: [],
    });
  });

  test('loses only the fields that are wrong, and names them', () => {
    const config = parse({
      projectTitle: 7,
      description: 'Fine',
      branch: '--evil',
      folders: 'docs',
      excludeFolders: ['ok', 3, ''],
      previousVersions: [{ title: 'no tag' }, { tag: 'a..b' }],
      rules: 'Be kind',
    });
    expect(config).toMatchObject({
      description: 'Fine',
      folders: [],
      excludeFolders: ['ok'],
      versions: [],
      rules: [],
    });
    expect(config.branch).toBeUndefined();
    expect(config.problems).toEqual([
      'projectTitle is not a string',
      'branch is not the name of a branch',
      'previousVersions holds items without a usable tag',
      'folders is not a list',
      'excludeFolders holds items that are not strings of 1 to 255 characters',
      'rules is not a list',
    ]);
  });

  test.each(['', '{', '{"folders": [}', 'null', '[]', '"text"', '<<<<<<< HEAD'])(
    'makes nothing of %j and says what is wrong',
    (content) => {
      const config = parseRepositoryConfig(content);
      expect(config.problems).toHaveLength(1);
      expect(config.versions).toEqual([]);
    },
  );

  test('reads braces with few alternatives, because each is compared with all paths', () => {
    const many = `docs/${'{a,b}'.repeat(7)}`;
    const excludeFiles = ['*.{mdx,md}', many, `${many}.md`, 'saw.md'];
    const config = parseRepositoryConfig(JSON.stringify({ excludeFiles }));
    expect(config.excludeFiles).toEqual(['*.{mdx,md}', many]);
    expect(config.problems).toEqual(['excludeFiles holds more than 200 alternatives in braces']);
  });

  test('never throws, and answers lists of bounded strings, for any JSON and any text', () => {
    const keys = fc.constantFrom(
      'projectTitle',
      'folders',
      'excludeFiles',
      'previousVersions',
      'branch',
      'rules',
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.array(fc.string({ maxLength: 300 }), { maxLength: 150 }),
    );
    const content = fc.oneof(
      fc.string(),
      fc.dictionary(keys, value).map((object) => JSON.stringify(object)),
    );
    fc.assert(
      fc.property(content, (text) => {
        const config = parseRepositoryConfig(text);
        expect(config.versions.length).toBeLessThanOrEqual(20);
        expect(config.rules.length).toBeLessThanOrEqual(50);
        for (const list of [config.folders ?? [], config.excludeFiles ?? []]) {
          expect(list.length).toBeLessThanOrEqual(100);
          expect(list.every((item) => typeof item === 'string' && item.length <= 255)).toBe(true);
        }
      }),
    );
  });
});
