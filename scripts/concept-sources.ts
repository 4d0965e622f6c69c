/** A concept of the dictionary: what documentation calls it, and what people say who do not know these words. */
export interface Concept {
  terms: string[];
  descriptions: string[];
}

/**
 * Reads lines of `terms<TAB>description<TAB>description...`. Terms are separated by semicolons. Throws an Error that names the file and the line
 * of a concept without a term or a description. Pure.
 */
export function readConcepts(text: string, file: string): Concept[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, at) => {
      const [first = '', ...descriptions] = line.split('\t').map((field) => field.trim());
      const terms = first.split(';').map((term) => term.trim());
      if (descriptions.length === 0 || [...terms, ...descriptions].includes(''))
        throw new Error(`${file}:${at + 1}: each line needs terms, a tab and descriptions`);
      return { terms, descriptions };
    });
}

/** Characters of a term that is too short for other forms: "ip" is not the beginning of "ipsum". */
const shortTerm = 3;
/** Characters of a term that is too short to lose an ending. */
const longTerm = 5;

/** Returns the terms of a concept as search looks for them: see NearTerm. A term without letters and digits is left out. Pure. */
export function searchedTerms({ terms }: Concept): string[] {
  return terms.map(searchedTerm).filter((term) => term !== '');
}

function searchedTerm(term: string): string {
  const words = term
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (words.length <= shortTerm) return words && `${words} `;
  return words.length > longTerm ? words.replace(/(?:ings?|ed|es|s|e)$/, '') : words;
}
