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
export type IncludeExpander = (lines: readonly string[], place: IncludePlace) => string[];

/** Lines that replace an include. */
export interface Replaced {
  shown: string[];
  /** Index of the last line of the include. */
  last: number;
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

/** What the places of one document share. */
export interface Expansion {
  read: ReadIncluded;
  expanders: Readonly<Record<IncludableFormat, IncludeExpander>>;
  /** The lines of the files that were read. */
  files: Map<string, string[]>;
  /** Number of includes that were looked up. */
  uses: number;
  /** Characters of all replacements. */
  characters: number;
}

/** A file that was read. */
export interface OpenedFile {
  path: string;
  lines: readonly string[];
}

/** The place of the lines being read. Gives them the files that they include, within the limits on a document. */
export class IncludePlace {
  /** The file that references are relative to. */
  readonly path: string;
  /** Paths of the document and of the files included on the way. */
  readonly chain: readonly string[];
  private readonly expansion: Expansion;

  constructor(expansion: Expansion, path: string, chain: readonly string[] = [path]) {
    this.expansion = expansion;
    this.path = path;
    this.chain = chain;
  }

  /** The place of the whole document. */
  get document(): IncludePlace {
    return new IncludePlace(this.expansion, this.chain[0]!);
  }

  /** Returns this place with references that are relative to another file. */
  from(path: string): IncludePlace {
    return new IncludePlace(this.expansion, path, this.chain);
  }

  /** Returns the place of a file that this one includes. */
  inside(path: string): IncludePlace {
    return new IncludePlace(this.expansion, path, [...this.chain, path]);
  }

  /** Returns the lines of the file that the first of some references means, as `open` does. */
  find(...references: readonly string[]): OpenedFile | undefined {
    return this.open(references.flatMap((one) => includeCandidates(one, [this.path])));
  }

  /** As `find`, for a reference that can also be relative to the document. */
  findFromDocument(reference: string): OpenedFile | undefined {
    return this.open(includeCandidates(reference, [...new Set([this.path, this.chain[0]!])]));
  }

  /**
   * Returns the lines of the first candidate that exists. Returns undefined if no candidate
   * exists, if the file is a changelog or includes itself, or beyond the limits.
   */
  open(candidates: readonly string[]): OpenedFile | undefined {
    const { chain, expansion } = this;
    if (chain.length > includeLimits.depth) return undefined;
    const others = candidates.filter((path) => !chain.includes(path) && !changelog.test(path));
    if (others.length === 0 || expansion.uses >= includeLimits.uses) return undefined;
    expansion.uses += 1;
    const file = expansion.read(others);
    if (!file || file.text.length > includeLimits.fileCharacters) return undefined;
    let lines = expansion.files.get(file.path);
    if (!lines) {
      if (file.text.includes('\0')) return undefined;
      lines = file.text.replace(/^\uFEFF/, '').split(/\r\n|\n/);
      if (lines.at(-1) === '') lines.pop();
      expansion.files.set(file.path, lines);
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
    if (this.expansion.characters + size > includeLimits.characters) return undefined;
    this.expansion.characters += size;
    return [...lines];
  }

  /** Replaces the includes inside an included file with markup. */
  within(
    lines: readonly string[],
    { path, format }: { path: string; format: IncludableFormat },
  ): string[] {
    return this.expansion.expanders[format](lines, this.inside(path));
  }
}
