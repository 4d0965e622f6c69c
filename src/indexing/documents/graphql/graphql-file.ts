// Recognizes schemas of GraphQL. Code that chooses files does not load their parser for that.

const rootType = /^(?:extend[ \t]+)?(?:type[ \t]+(?:Query|Mutation)\b|schema\b)/m;
/** A schema with fewer descriptions is that of an example, or one that nobody publishes. */
const fewDescriptions = 20;

/** Returns whether a file is the described schema of an API, and not a query of one. Parses nothing. */
export function sniffGraphql(content: string): boolean {
  if (!rootType.test(content)) return false;
  let count = 0;
  for (const _ of content.matchAll(/^[ \t]*"(?=[^"\n]|"")/gm)) {
    count += 1;
    if (count > fewDescriptions) return true;
  }
  return false;
}
