import { NumberInput, Switch, TagsInput, TextInput, Title } from '@mantine/core';
import type { LibrarySettings } from '../../api/paths.gen.ts';
import type { FieldsProps } from './settings-draft.ts';

type Filters = LibrarySettings['source'];

/** Names of filters by the type of their values. */
type NamesOf<Value> = {
  [Name in keyof Filters]-?: NonNullable<Filters[Name]> extends Value ? Name : never;
}[keyof Filters];

interface FilterField<Name> {
  name: Name;
  label: string;
  description: string;
}

const git: FilterField<NamesOf<string[]>>[] = [
  {
    name: 'folders',
    label: 'Folders',
    description: 'Only documents below these, and Markdown at the root; all when empty',
  },
  {
    name: 'excludeFolders',
    label: 'Excluded folders',
    description: 'A name matches at any depth, ./name at the root; in place of the usual ones',
  },
  {
    name: 'excludeFiles',
    label: 'Excluded files',
    description: 'Names of files; in place of the usual ones',
  },
  {
    name: 'locales',
    label: 'Languages',
    description: 'Such as en or zh-CN, of documents that exist in several',
  },
];
const website: typeof git = [
  {
    name: 'excludePatterns',
    label: 'Excluded paths',
    description: 'Globs over the paths of URLs',
  },
];
const pageIds: typeof git = [{ name: 'pageIds', label: 'Pages', description: 'Ids of pages' }];
const lists: Partial<Record<LibrarySettings['sourceType'], typeof git>> = {
  git,
  website,
  wiki: pageIds,
  pages: pageIds,
};

const pages = { name: 'maxPages', label: 'Page limit', description: '100 when empty' } as const;
const depth = {
  name: 'maxDepth',
  label: 'Depth limit',
  description: '3 when empty',
} as const;
const numbers: Partial<Record<LibrarySettings['sourceType'], FilterField<NamesOf<number>>[]>> = {
  website: [pages, depth],
  llmstxt: [pages],
};

/** The fields that choose the content of the source. The address is fixed, because another address is another library. */
export function SourceFields({ settings, draft, change }: FieldsProps) {
  const { sourceType } = settings;
  const { source } = draft;
  const set = (parts: Filters): void => change({ source: { ...source, ...parts } });
  if (sourceType === 'openapi' || sourceType === 'import') return null;
  return (
    <>
      <Title order={2} size="h3" mt="sm">
        What is read
      </Title>
      {sourceType === 'git' && (
        <>
          <TextInput
            label="Branch"
            description="The repository’s default branch when empty"
            value={source.branch ?? ''}
            onChange={(event) => set({ branch: event.currentTarget.value })}
            maxLength={250}
          />
          <TagsInput
            label="Versions"
            description="More tags and branches to index"
            value={draft.versions}
            onChange={(versions) => change({ versions })}
          />
        </>
      )}
      {numbers[sourceType]?.map(({ name, ...words }) => (
        <NumberInput
          key={name}
          {...words}
          value={source[name] ?? ''}
          onChange={(value) => set({ [name]: typeof value === 'number' ? value : undefined })}
          allowDecimal={false}
          allowNegative={false}
        />
      ))}
      {lists[sourceType]?.map(({ name, ...words }) => (
        <TagsInput
          key={name}
          {...words}
          value={source[name] ?? []}
          onChange={(values) => set({ [name]: values })}
        />
      ))}
      {sourceType === 'git' && (
        <Switch
          label="Index source code too"
          description="Doc comments and signatures; without it only where there is no documentation"
          checked={source.indexSourceCode ?? false}
          onChange={(event) => set({ indexSourceCode: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
