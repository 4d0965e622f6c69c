/** A question to one library, as the address of the view holds it. */
export interface Question {
  /** Id of the library; '' while none is chosen. */
  library: string;
  /** '' for the default version. */
  version: string;
  text: string;
  /** Token limit of the answer. */
  tokens: number;
}

/** Bounds of an answer's tokens, and what it may have unless somebody says otherwise; as the API has them. */
export const tokenLimits = { least: 100, usual: 3_300, most: 20_000 } as const;

/** Reads what stands behind the `?` of the view's path. */
export function questionOf(search: string): Question {
  const given = new URLSearchParams(search);
  const tokens = Number(given.get('tokens') ?? tokenLimits.usual);
  return {
    library: given.get('library') ?? '',
    version: given.get('version') ?? '',
    text: given.get('q') ?? '',
    tokens: boundedTokens(tokens),
  };
}

/** The view's path with the question in it, which can be handed on. */
export function pathOf({ library, version, text, tokens }: Question): string {
  const query = new URLSearchParams({
    ...(library !== '' && { library }),
    ...(version !== '' && { version }),
    ...(text !== '' && { q: text }),
    ...(tokens !== tokenLimits.usual && { tokens: String(tokens) }),
  }).toString();
  return query === '' ? '/ask' : `/ask?${query}`;
}

/** The id that is asked, version included. */
export function askedId({ library, version }: Pick<Question, 'library' | 'version'>): string {
  return version === '' ? library : `${library}@${version}`;
}

/** A number of tokens that the API takes. */
export function boundedTokens(tokens: number): number {
  const { least, usual, most } = tokenLimits;
  return Number.isFinite(tokens) ? Math.min(most, Math.max(least, Math.round(tokens))) : usual;
}
