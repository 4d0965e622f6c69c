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
    description:
      'Reads only documents in these folders, and Markdown at the root. Empty: all documents.',
  },
  {
    name: 'excludeFolders',
    label: 'Excluded folders',
    description: 'A name matches at any depth, ./name only at the root. Empty: the default list.',
  },
  {
    name: 'excludeFiles',
    label: 'Excluded files',
    description: 'Names of files. Empty: the default list.',
  },
  {
    name: 'locales',
    label: 'Languages',
    description:
      'For documents in several languages, such as en or zh-CN. Empty: English, or the original language.',
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

const pages = { name: 'maxPages', label: 'Page limit', description: 'Empty: 100.' } as const;
const depth = {
  name: 'maxDepth',
  label: 'Depth limit',
  description: 'Empty: 3.',
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
        Documents
      </Title>
      {sourceType === 'git' && (
        <>
          <TextInput
            label="Branch"
            description="Empty: the default branch of the repository."
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
          description="Indexes doc comments and signatures. Off: only if there is no documentation."
          checked={source.indexSourceCode ?? false}
          onChange={(event) => set({ indexSourceCode: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
