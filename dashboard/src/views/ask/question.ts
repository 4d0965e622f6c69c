/** A question to one library, as it is in the address of the view. */
export interface Question {
  /** Id of the library; '' if none is chosen. */
  library: string;
  /** '' for the default version. */
  version: string;
  text: string;
  /** Token limit of the answer. */
  tokens: number;
}

/** Bounds and default of the token limit, equal to those of the API. */
export const tokenLimits = { least: 100, usual: 3_300, most: 20_000 } as const;

/** Returns the question in the query of the view's path. */
export function questionOf(search: string): Question {
  const given = new URLSearchParams(search);
  return {
    library: given.get('library') ?? '',
    version: given.get('version') ?? '',
    text: given.get('q') ?? '',
    tokens: boundedTokens(given.get('tokens') ?? ''),
  };
}

/** Returns the path of the view with the question, which people can share. */
export function pathOf({ library, version, text, tokens }: Question): string {
  const query = new URLSearchParams({
    ...(library !== '' && { library }),
    ...(version !== '' && { version }),
    ...(text !== '' && { q: text }),
    ...(tokens !== tokenLimits.usual && { tokens: String(tokens) }),
  }).toString();
  return query === '' ? '/ask' : `/ask?${query}`;
}

/** Returns the id of the library with its version. Only `@` takes a version that contains `/`. */
export function askedId({ library, version }: Pick<Question, 'library' | 'version'>): string {
  if (version === '') return library;
  return `${library}${version.includes('/') ? '@' : '/'}${version}`;
}

/** Returns the nearest token limit that the API accepts; the usual one if the input is empty or not a number. */
export function boundedTokens(input: number | string): number {
  const { least, usual, most } = tokenLimits;
  const tokens = input === '' ? NaN : Number(input);
  return Number.isFinite(tokens) ? Math.min(most, Math.max(least, Math.round(tokens))) : usual;
}
