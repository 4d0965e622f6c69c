/** A code sample of the API. */
export interface Sample {
  language: string;
  code: string;
  /** Length of the text before the code. Absent if the code follows all of the text. */
  offset?: number;
}

/** A sample and its place among the samples of its snippet, from 1. */
export interface NumberedSample extends Sample {
  number: number;
}

/** Returns the text and the samples of a snippet in the order of its page. */
export function inPageOrder(text: string, samples: Sample[]): (string | NumberedSample)[] {
  const parts: (string | NumberedSample)[] = [];
  let from = 0;
  for (const [at, sample] of samples.entries()) {
    const to = Math.max(from, sample.offset ?? text.length);
    parts.push(text.slice(from, to).trim(), { ...sample, number: at + 1 });
    from = to;
  }
  return [...parts, text.slice(from).trim()].filter((part) => part !== '');
}
