/** A library that may answer a question. */
export interface Match {
  id: string;
  title: string;
}

/** Words of four letters and more that any question may have. */
const common = new Set(
  'about does from have into should that there this what when where which with your'.split(' '),
);

/**
 * Returns the libraries whose names or descriptions have a word of the question, best first. It is for installs of few
 * libraries, where the library search finds no word rare enough to tell libraries apart. Pure.
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
