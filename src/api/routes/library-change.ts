import { invalid } from '../../libraries/add/submission.ts';
import { specMistake } from '../../libraries/library/validate.ts';
import { isPlainName, isPlainText } from '../../resources/plain-text.ts';
import type { LibrarySource, LibrarySpec } from '../../resources/library.ts';

/** What is read of a source, whatever its type. */
export interface SourceFilters {
  branch?: string;
  folders?: string[];
  excludeFolders?: string[];
  excludeFiles?: string[];
  indexSourceCode?: boolean;
  maxPages?: number;
  maxDepth?: number;
  excludePatterns?: string[];
  pageIds?: string[];
  includeSubPages?: boolean;
}

type OrNull<Fields> = { [Name in keyof Fields]?: Fields[Name] | null };

/** LibraryChange of the OpenAPI document: what is absent stays, what is null goes. */
export type LibraryChange = OrNull<
  Pick<
    LibrarySpec,
    | 'title'
    | 'description'
    | 'aliases'
    | 'versions'
    | 'visibility'
    | 'publishCredentialed'
    | 'ownerRules'
    | 'suspend'
    | 'refresh'
    | 'timeout'
  >
> & { source?: OrNull<SourceFilters> };

type SourceType = keyof LibrarySource;

/** The filters that each type of source has; another address would be another library. */
const filtersOfType: Record<SourceType, readonly (keyof SourceFilters)[]> = {
  git: ['branch', 'folders', 'excludeFolders', 'excludeFiles', 'indexSourceCode'],
  website: ['maxPages', 'maxDepth', 'excludePatterns'],
  llmstxt: ['maxPages'],
  openapi: [],
  wiki: ['pageIds', 'includeSubPages'],
  pages: ['pageIds'],
  import: [],
};

/** What a Library's source reads, without its address. */
export function filtersOf({ source }: LibrarySpec): SourceFilters {
  const type = typeOf(source);
  const held = (source[type] ?? {}) as SourceFilters;
  const names = filtersOfType[type].filter((name) => held[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, held[name]]));
}

/** Which of the types a source is. */
export function typeOf(source: LibrarySource): SourceType {
  return (Object.keys(source)[0] ?? 'git') as SourceType;
}

/** The spec after a change. Throws LecternError('validation_error') for one that would be wrong. Pure. */
export function changedSpec(spec: LibrarySpec, { source, ...change }: LibraryChange): LibrarySpec {
  const type = typeOf(spec.source);
  for (const name of Object.keys(source ?? {}) as (keyof SourceFilters)[]) {
    if (filtersOfType[type].includes(name)) continue;
    const known = filtersOfType[type].join(', ') || 'none';
    throw invalid(
      `Field "source.${name}" is none of a library of the type ${type}; those are ${known}.`,
    );
  }
  const filtered = source ? { [type]: merged(spec.source[type] ?? {}, source) } : spec.source;
  const next: LibrarySpec = { ...merged(spec, change), source: filtered };
  refuseHidden(change);
  const mistake = specMistake(next);
  if (mistake !== undefined) throw invalid(`${mistake}.`);
  return next;
}

/** Titles and names are shown to everybody who searches. */
function refuseHidden({ title, description, aliases }: Omit<LibraryChange, 'source'>): void {
  for (const [field, text] of Object.entries({ title, description })) {
    if (text && !isPlainText(text)) {
      throw invalid(`Field "${field}" must not contain control or bidirectional characters.`);
    }
  }
  const at = aliases?.findIndex((alias) => !isPlainName(alias)) ?? -1;
  if (at === -1) return;
  throw invalid(
    `Field "aliases.${at}" must not contain invisible characters, and must be in Unicode's form NFC.`,
  );
}

/** Empty texts and lists say as little as none. */
function merged<Fields extends object>(held: Fields, change: object): Fields {
  const entries = Object.entries(change);
  const gone = new Set(entries.filter(([, value]) => isNothing(value)).map(([name]) => name));
  const kept = Object.entries({ ...held, ...change }).filter(([name]) => !gone.has(name));
  return Object.fromEntries(kept) as Fields;
}

function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
