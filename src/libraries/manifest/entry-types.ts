/** What a field of a manifest entry may hold. */
export type FieldType = 'string' | 'boolean' | 'strings' | 'count';

/** Fields every entry may have besides `url` (alias `repoUrl`) and `type`; the last three are Lectern's own. */
const common = { title: 'string', description: 'string' } as const;
const naming = { id: 'string', aliases: 'strings', formerIds: 'strings' } as const;

/**
 * The types of a manifest entry and the fields that belong to each, as the specification lists them. A Git entry takes its
 * title and description from the repository.
 */
export const entryTypes = {
  git: {
    branch: 'string',
    folders: 'strings',
    excludeFolders: 'strings',
    excludeFiles: 'strings',
    indexSourceCode: 'boolean',
    versions: 'strings',
    ownerRules: 'string',
    ...naming,
  },
  website: {
    maxPages: 'count',
    maxDepth: 'count',
    excludePatterns: 'strings',
    ...common,
    ...naming,
  },
  llmstxt: { maxPages: 'count', ...common, ...naming },
  openapi: { ...common, ...naming },
  wiki: {
    spaceKey: 'string',
    spaceId: 'string',
    spaceName: 'string',
    pageUrls: 'strings',
    includeSubPages: 'boolean',
    ...common,
    ...naming,
  },
} as const satisfies Record<string, Record<string, FieldType>>;

export type EntryType = keyof typeof entryTypes;

/** Other names a type is known by. */
export const typeAliases: Readonly<Record<string, EntryType>> = { confluence: 'wiki' };

/** Fields of which an entry of a type needs one, besides `url`. */
export const requiredFields: Readonly<Partial<Record<EntryType, readonly string[]>>> = {
  wiki: ['spaceKey', 'pageUrls'],
};

/** Keys of `defaults`. */
export const defaultFields = { indexSourceCode: 'boolean', branch: 'string' } as const;
