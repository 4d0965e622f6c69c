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
