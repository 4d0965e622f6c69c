import { invalid } from '../../libraries/add/submission.ts';
import { specMistake } from '../../libraries/library/validate.ts';
import type { SourceType } from '../../indexing/sources/recognize.ts';
import { isPlainName, isPlainText } from '../../resources/plain-text.ts';
import type { LibrarySource, LibrarySpec } from '../../resources/library.ts';
import type { LibraryChange } from '../operations.gen.ts';

type ChangedFilters = NonNullable<LibraryChange['source']>;

/** Filters of any source type: what a run reads of the source. */
export type SourceFilters = {
  [Name in keyof ChangedFilters]: Exclude<ChangedFilters[Name], null>;
};

/** The filters of each source type. The address is no filter: another address is another library. */
const filtersOfType: Record<SourceType, readonly (keyof SourceFilters)[]> = {
  git: ['branch', 'folders', 'excludeFolders', 'excludeFiles', 'locales', 'indexSourceCode'],
  website: ['maxPages', 'maxDepth', 'excludePatterns'],
  llmstxt: ['maxPages'],
  openapi: [],
  wiki: ['pageIds', 'includeSubPages'],
  pages: ['pageIds'],
  import: [],
};

/** Returns the filters of a Library's source. */
export function filtersOf({ source }: LibrarySpec): SourceFilters {
  const type = typeOf(source);
  const held = (source[type] ?? {}) as SourceFilters;
  const names = filtersOfType[type].filter((name) => held[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, held[name]]));
}

/** Returns the type of a source. */
export function typeOf(source: LibrarySource): SourceType {
  return (Object.keys(source)[0] ?? 'git') as SourceType;
}

/** Returns the changed spec. An absent field of a change stays; null removes it. Throws LecternError('validation_error') if it would be invalid. Pure. */
export function changedSpec(spec: LibrarySpec, { source, ...change }: LibraryChange): LibrarySpec {
  const type = typeOf(spec.source);
  for (const name of Object.keys(source ?? {}) as (keyof SourceFilters)[]) {
    if (filtersOfType[type].includes(name)) continue;
    const known = filtersOfType[type].join(', ') || 'none';
    throw invalid(
      `Unknown field "source.${name}" for a library of the type ${type}. Known fields: ${known}.`,
    );
  }
  const filtered = source ? { [type]: merged(spec.source[type] ?? {}, source) } : spec.source;
  const next: LibrarySpec = { ...merged(spec, change), source: filtered };
  refuseHidden(change);
  const mistake = specMistake(next);
  if (mistake !== undefined) throw invalid(`${mistake}.`);
  return next;
}

/** Rejects hidden characters: every search shows titles and names. */
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

/** Merges a change. Null, an empty text and an empty list remove a field. */
function merged<Fields extends object>(held: Fields, change: object): Fields {
  const entries = Object.entries(change);
  const gone = new Set(entries.filter(([, value]) => isNothing(value)).map(([name]) => name));
  const kept = Object.entries({ ...held, ...change }).filter(([name]) => !gone.has(name));
  return Object.fromEntries(kept) as Fields;
}

function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
