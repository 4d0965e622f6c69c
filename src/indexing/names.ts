import type { LibraryName, NameOrigin } from '../resources/library-record.ts';
import type { Snippet } from '../store/snippet.ts';
import { compact, isCodeLike } from '../store/metadata/names/normalize.ts';
import { readName } from '../store/metadata/names/read-name.ts';

/** Names of a record, without parts of the API, and parts of the API. */
const maxNames = 50;
const maxParts = 30;
/** Lines of code that are read of a snippet and of a library, and different names that are counted. */
const maxSnippetLines = 100;
const maxLines = 50_000;
const maxCounted = 2_000;
const maxLineLength = 200;
const maxAbbreviations = 500;
/** Different parts of the API, and different words of code, that are counted. */
const maxHeadings = 5_000;
const maxWords = 20_000;

/** An import or install command that leads: most documents with any, and twice as many as the second. */
const leadingShare = 0.5;
const leadingFactor = 2;
const minDocuments: Record<'installs' | 'imports', number> = { installs: 2, imports: 3 };

const installs = /\b(?:add|get|i|install|require|package|npx)\b|artifactId|^[\w.-]+:[\w.-]+/;
const name = /^@?[\p{L}\p{N}][\p{L}\p{N}_.~-]*(?:\/[\p{L}\p{N}][\p{L}\p{N}_.~-]*)*$/u;
/** Up to five words, and an abbreviation in parentheses. */
const introduced =
  /((?:[\p{L}\p{N}][\p{L}\p{N}.+-]{0,30} ){1,5})\(["'`*]{0,3}([\p{Lu}][\p{L}\p{N}]{1,7})["'`*]{0,3}\)/gu;

/** A heading that is a part of an API: `useForge`, `forge.melt()`, `@Forged`, `forge_config.py`. */
const partHeading = /^@?([A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*)(?:\([^()]{0,100}\))?$/;
/** A word that code calls, makes, draws or annotates with. */
const codeWord =
  /(?<=new |[<@.])[A-Za-z_$][\w$]*|[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*(?=\()/g;
/** Length of the name of a part. */
const maxPartLength = 60;

/** What a library is called: for the choice among the names that its content has. */
export interface Called {
  id: string;
  title?: string;
  /** Packages that it publishes from its root. */
  published: readonly string[];
  /** Packages in its folders: its parts have names that resemble it, samples and tools do not. */
  parts: readonly string[];
}

/**
 * Collects the names that the documents of a library use for it: from install commands, imports and introduced
 * abbreviations. Documents also import other libraries, so a name must resemble the library or lead all others.
 */
export class Names {
  private readonly documents = { installs: new Set<string>(), imports: new Set<string>() };
  private readonly found = {
    installs: new Map<string, Set<string>>(),
    imports: new Map<string, Set<string>>(),
  };
  /** Abbreviations, and the words before them. */
  private readonly short = new Map<string, string>();
  /** Parts of the API that have a heading, in order, and words of code with the number of their lines. */
  private readonly parts = new Set<string>();
  private readonly words = new Map<string, number>();
  private lines = 0;

  add(path: string, snippets: readonly Snippet[]): void {
    for (const { codeList, content, description, breadcrumb } of snippets) {
      for (const heading of breadcrumb) this.readHeading(heading);
      for (const { code } of codeList) this.readCode(path, code);
      this.readProse(`${description}\n${content}`);
    }
  }

  /** Returns the names, the most telling origin first: at most 50, and 30 parts of the API. */
  chosen(called: Called): LibraryName[] {
    const { title = '', id, published, parts } = called;
    const own = [title, ...id.split('/').slice(1), ...published];
    const known = own.map(compact).filter((one) => one.length > 2);
    const resembles = (one: string): boolean => {
      const text = compact(one);
      return text.length > 2 && known.some((own) => own.includes(text) || text.includes(own));
    };
    const names: LibraryName[] = [
      ...[...published, ...parts.filter(resembles)].map((one) => ({
        name: one,
        origin: 'publishes' as const,
      })),
      ...this.introducedFor(own).map((one) => ({ name: one, origin: 'introduces' as const })),
    ];
    for (const origin of ['installs', 'imports'] as const) {
      const counted = [...this.found[origin]].sort(([, a], [, b]) => b.size - a.size);
      const lead = this.leads(origin, counted) ? counted[0]![0] : undefined;
      for (const [one] of counted) {
        if (one === lead || resembles(one)) names.push({ name: one, origin });
      }
    }
    const chosen = distinct(names).slice(0, maxNames);
    return distinct([...chosen, ...this.documented()]);
  }

  private leads(origin: 'installs' | 'imports', [first, second]: [string, Set<string>][]): boolean {
    const most = first?.[1].size ?? 0;
    return (
      most >= minDocuments[origin] &&
      most >= leadingShare * this.documents[origin].size &&
      most >= leadingFactor * (second?.[1].size ?? 0)
    );
  }

  /** Returns the abbreviations that stand right after a name of the library. */
  private introducedFor(own: string[]): string[] {
    const names = own.map(compact).filter((one) => one.length > 3);
    return [...this.short]
      .filter(([, before]) => names.some((one) => compact(before).endsWith(one)))
      .map(([abbreviation]) => abbreviation);
  }

  private readCode(path: string, code: string): void {
    for (const line of code.split('\n', maxSnippetLines)) {
      if (this.lines >= maxLines) return;
      this.lines += 1;
      if (line.length > maxLineLength) continue;
      this.readWords(line);
      const { names, isStatement } = readName(line);
      const [found] = names;
      if (!isStatement || found === undefined || !name.test(found)) continue;
      this.count(installs.test(line) ? 'installs' : 'imports', names.at(-1)!, path);
    }
  }

  private readHeading(heading: string): void {
    const [, part = ''] = partHeading.exec(heading.slice(0, maxLineLength)) ?? [];
    const isPart = isCodeLike(part) && part.length <= maxPartLength;
    if (isPart && this.parts.size < maxHeadings) this.parts.add(part);
  }

  private readWords(line: string): void {
    for (const word of new Set(line.match(codeWord))) {
      const lines = this.words.get(word);
      if (lines !== undefined || this.words.size < maxWords) this.words.set(word, (lines ?? 0) + 1);
    }
  }

  /** Returns the parts of the API that the code uses most. */
  private documented(): LibraryName[] {
    const used = (part: string): number => this.words.get(part) ?? 0;
    return [...this.parts]
      .filter((part) => used(part) >= leastUses(part))
      .sort((a, b) => used(b) - used(a))
      .slice(0, maxParts)
      .map((part) => ({ name: part, origin: 'documents' }));
  }

  private count(origin: 'installs' | 'imports', found: string, path: string): void {
    this.documents[origin].add(path);
    const held = this.found[origin].get(found);
    if (held) held.add(path);
    else if (this.found[origin].size < maxCounted) this.found[origin].set(found, new Set([path]));
  }

  private readProse(text: string): void {
    if (this.short.size >= maxAbbreviations || !text.includes('(')) return;
    for (const [, before = '', abbreviation = ''] of text.slice(0, 10_000).matchAll(introduced)) {
      if (!this.short.has(abbreviation)) this.short.set(abbreviation, before);
    }
  }
}

/** Returns how often code must use a part. Many products have names such as macOS and PostgreSQL. */
function leastUses(part: string): number {
  if (/[._:]/.test(part)) return 0;
  return /^[A-Z]/.test(part) ? 2 : 1;
}

/** Keeps each name once, with its most telling origin. */
function distinct(names: LibraryName[]): LibraryName[] {
  const seen = new Map<string, NameOrigin>();
  for (const { name: one, origin } of names) if (!seen.has(one)) seen.set(one, origin);
  return [...seen].map(([one, origin]) => ({ name: one, origin }));
}
