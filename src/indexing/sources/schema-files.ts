import { isTestPath } from '../documents/code/excluded-code.ts';

const schemaName = /(?:^|\/)(?:[\w.-]{0,60}[._-])?schema(?:[._-][\w-]{1,40})?\.(?:graphqls?|gql)$/i;
/** Folders with the schemas of other services, and of examples. */
const elsewhere =
  /(?:^|\/)(?:\.[^/]*|vendor|third[_-]?party|examples?|samples?|demos?|playground|templates?|hack|[\w-]*tests?|spec|[\w-]*(?:adapter|plugin|client|frontend|codegen)[\w-]*|[\w-]*testdata|__\w+__|mocks?|fixtures|bench\w*|integration[\w-]*|e2e[\w-]*|docs?|website|tutorials?)\//i;
/** Documents with the same text, which generators make of a schema. */
const reference =
  /graphql[^/]*\/(?:[^/]+\/){0,6}(?:mutations?|quer(?:y|ies)|objects?|enums?|reference)(?:\/|\.\w+$)/i;
/** A repository with more has the schemas of the parts of an application. */
const mostSchemas = 5;

/**
 * Returns a filter for the schemas of GraphQL that a repository publishes. They are the reference of an API if no documents are. Their content decides.
 */
export function schemaFilter(paths: readonly string[]): (path: string) => boolean {
  const found = new Set(
    paths.filter((path) => schemaName.test(path) && !elsewhere.test(path) && !isTestPath(path)),
  );
  if (found.size === 0 || found.size > mostSchemas) return () => false;
  if (paths.some((path) => /\.(?:mdx?|rst|adoc|html)$/i.test(path) && reference.test(path)))
    return () => false;
  return (path) => found.has(path);
}
