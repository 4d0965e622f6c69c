/** Returns the results of an answer, the best first. Knows where a result begins in the text of a product, and nothing else. */
type Split = (answer: string) => string[];

/** Each key is the name of a folder with answers, or the start of its name (`docs-mcp-server-words`). */
const splits: Record<string, Split> = {
  // A line of 32 dashes stands between two results.
  lectern: (answer) => answer.split(/\n+-{32}\n+/),
  // A line of 60 dashes and a line with the number and the address begin a result.
  'docs-mcp-server': (answer) => answer.split(/^-{60}\n(?=Result \d+: )/m).slice(1),
  // The answer is JSON with a list of results.
  'neuledge-context': (answer) => {
    const { results } = JSON.parse(answer) as { results: Record<string, string>[] };
    return results.map(({ title, source, content }) => `${title}\n\n${source}\n\n${content}`);
  },
};

/** Splits the text of an answer into its results. Throws if the name of the folder begins with no known product. Pure. */
export function resultsOf(folder: string, answer: string): string[] {
  const product = Object.keys(splits).find((name) => folder.startsWith(name));
  if (product === undefined) {
    const known = Object.keys(splits).join(', ');
    throw new Error(`Cannot read the answers in ${folder}: its name must begin with ${known}`);
  }
  return splits[product]!(answer).filter((result) => result.trim() !== '');
}
