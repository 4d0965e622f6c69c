import { includeCandidates } from './include-path.ts';
import type { IncludableFormat } from './included-format.ts';

/** A file that a document includes. `path` is its path in the repository. */
interface IncludedFile {
  path: string;
  text: string;
}

/**
 * Returns the first file that exists among some paths. If it returns undefined, the include stays
 * unchanged.
 */
export type ReadIncluded = (candidates: string[]) => IncludedFile | undefined;

/** Replaces the includes in the lines of one format. */
export type IncludeExpander = (
  lines: readonly string[],
  place: IncludePlace,
  expansion: Expansion,
) => string[];

/** Lines that replace an include. */
export interface Replaced {
  shown: string[];
  /** Index of the last line of the include. */
  last: number;
}

/** The place of the lines being read. `path` is their file. */
export interface IncludePlace {
  path: string;
  /** Paths of the document and of the files included on the way. The last one is `path`. */
  chain: readonly string[];
}

/** Limits on one document, so that includes cannot multiply. */
export const includeLimits = {
  /** Depth of files that include files. */
  depth: 5,
  /** Number of includes to look up. */
  uses: 500,
  /** Characters of all replacements, nested ones included. */
  characters: 1_500_000,
  /** Characters of one included file. */
  fileCharacters: 1_000_000,
  /** Characters of a line. A longer line is not an include. */
  line: 2_000,
} as const;

/** A changelog, which is left out as a document, too. Below the root, most of these names can be those of a part of a page. */
const changelog =
  /(?:^|\/)changelog\.(?:mdx?|rst|txt|adoc)$|^(?:changes|history|news|release[-_]notes)\.(?:md|rst|txt|adoc)$/i;

/** Replaces the includes of one document, within the limits. */
export class Expansion {
  private readonly read: ReadIncluded;
  private readonly expanders: Readonly<Record<IncludableFormat, IncludeExpander>>;
  private readonly files = new Map<string, string[]>();
  private uses = 0;
  private characters = 0;

  constructor(read: ReadIncluded, expanders: Readonly<Record<IncludableFormat, IncludeExpander>>) {
    this.read = read;
    this.expanders = expanders;
  }

  /** Returns the lines of the file that a reference means at a place, as `open` does. */
  find(
    reference: string,
    place: IncludePlace,
  ): { path: string; lines: readonly string[] } | undefined {
    return this.open(includeCandidates(reference, [place.path]), place);
  }

  /**
   * Returns the lines of the first candidate that exists. Returns undefined if no candidate
   * exists, if the file is a changelog or includes itself, or beyond the limits.
   */
  open(
    candidates: string[],
    { chain }: IncludePlace,
  ): { path: string; lines: readonly string[] } | undefined {
    if (chain.length > includeLimits.depth) return undefined;
    const others = candidates.filter((path) => !chain.includes(path) && !changelog.test(path));
    if (others.length === 0 || this.uses >= includeLimits.uses) return undefined;
    this.uses += 1;
    const file = this.read(others);
    if (!file || file.text.length > includeLimits.fileCharacters) return undefined;
    let lines = this.files.get(file.path);
    if (!lines) {
      if (file.text.includes('\0')) return undefined;
      lines = file.text.replace(/^\uFEFF/, '').split(/\r\n|\n/);
      if (lines.at(-1) === '') lines.pop();
      this.files.set(file.path, lines);
    }
    return { path: file.path, lines };
  }

  /**
   * Counts lines that replace an include. Returns undefined if they exceed the limit of the
   * document.
   */
  take(lines: readonly string[] | undefined): string[] | undefined {
    if (!lines) return undefined;
    const size = lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (this.characters + size > includeLimits.characters) return undefined;
    this.characters += size;
    return [...lines];
  }

  /** Replaces the includes inside an included file with markup. */
  within(
    lines: readonly string[],
    { path, format }: { path: string; format: IncludableFormat },
    { chain }: IncludePlace,
  ): string[] {
    return this.expanders[format](lines, { path, chain: [...chain, path] }, this);
  }
}
