/** A library that may answer a question. */
export interface Match {
  id: string;
  title: string;
}

/** Words of four or more letters that occur in any question. */
const common = new Set(
  'about does from have into should that there this what when where which with your'.split(' '),
);

/**
 * Returns the libraries whose names or descriptions have a word of the question, the best first. For installs with few
 * libraries, in which no word is rare enough for the library search. Pure.
 */
export function closest<Library extends Match & { description: string }>(
  question: string,
  libraries: readonly Library[],
): Library[] {
  const asked = [...wordsOf(question)].filter((word) => word.length > 3 && !common.has(word));
  const scored = libraries.map((library) => {
    const names = wordsOf(`${library.id} ${library.title}`);
    const content = wordsOf(library.description);
    const score = asked.reduce(
      (sum, word) => sum + (names.has(word) ? 2 : content.has(word) ? 1 : 0),
      0,
    );
    return { library, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ library }) => library);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
