/** Documents that are left out for one reason. */
export interface LeftOut {
  /** The folder or file around all of them. */
  path: string;
  reason: string;
  documents: number;
}

/** Maximum number of names in a reason. */
const mostNames = 5;

/** Returns names as a list for a sentence: `de, es, fr and 9 more`. */
function namesOf(names: Iterable<string>): string {
  const all = [...new Set(names)].toSorted();
  const shown = all.slice(0, mostNames).join(', ');
  return all.length > mostNames ? `${shown} and ${all.length - mostNames} more` : shown;
}

/** Returns one record for all documents of a kind; undefined for none. `kind` follows the number of documents. */
export function leftOutAs(
  paths: ReadonlySet<string>,
  { kind, names, hint }: { kind: string; names: Iterable<string>; hint: string },
): LeftOut | undefined {
  const [first] = paths;
  if (first === undefined) return undefined;
  const count =
    paths.size === 1 ? '1 document is' : `${paths.size.toLocaleString('en-US')} documents are`;
  return {
    path: folderAround(paths),
    documents: paths.size,
    reason: `${count} left out as ${kind} (${namesOf(names)}); ${hint}`,
  };
}

/** Returns the deepest folder that holds all paths; '.' for the root. */
function folderAround(paths: ReadonlySet<string>): string {
  let around: string[] | undefined;
  for (const path of paths) {
    const folders = path.split('/').slice(0, -1);
    const end = around?.findIndex((name, at) => folders[at] !== name) ?? -1;
    around = end === -1 ? (around ?? folders) : around?.slice(0, end);
  }
  return around?.join('/') || '.';
}
