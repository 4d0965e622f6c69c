import { RunError } from '../../../base/errors.ts';
import { safelyDecoded } from '../../../base/http/http-url.ts';
import { isObject } from '../../../base/json.ts';
import type { SourceDocument } from '../document.ts';
import { besideDocument } from '../includes/include-path.ts';
import { field } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import { readObject } from './read-description.ts';

/** Files that hold parts of a description. A Markdown file holds the text of a `description`. */
const partName = /\.(?:json|ya?ml|md)$/i;
/** A reference in JSON or YAML whose target is in another file. */
const outward =
  /(?:^|[\s{,])["']?\$ref["']?\s{0,9}:\s{0,9}(?:"(?<double>[^"#\n]{1,300})|'(?<single>[^'#\n]{1,300})|(?<plain>[^\s"'#,}][^#,}\n]{0,299}))/gm;
/** References of one file that are looked up. */
const mostReferences = 10_000;
/** Steps of a pointer, such as `/components/schemas/User`. */
const mostSteps = 50;
/** References that must be followed to find the target of one. */
const mostHops = 100;

/** Returns the paths of the files that a part of a description refers to. Parses nothing. */
export function referencedFiles({
  path,
  content,
}: Pick<SourceDocument, 'path' | 'content'>): string[] {
  const found = new Set<string>();
  for (const { groups = {} } of content.matchAll(outward)) {
    const reference = groups['double'] ?? groups['single'] ?? groups['plain'] ?? '';
    const file = fileOf(reference.trim(), path);
    if (file !== undefined) found.add(file);
    if (found.size === mostReferences) break;
  }
  return [...found];
}

/** Returns the file that a reference in another file means; undefined for a URL and for a file of another kind. */
function fileOf(reference: string, from: string): string | undefined {
  const path = besideDocument(reference, from);
  return path !== undefined && partName.test(path) ? path : undefined;
}

/** The values that the references of a description mean, in its own file and in the files that came with it. */
export class DescriptionFiles {
  private readonly path: string;
  private readonly texts: ReadonlyMap<string, string>;
  private readonly contents: Map<string, unknown>;
  private readonly targets = new Map<string, unknown>();
  private hops = 0;

  /** Changes the references in `root` to other files: they then name the path in the repository, as those in `target` do. */
  constructor(
    root: JsonObject,
    { path, included = {} }: Pick<SourceDocument, 'path' | 'included'>,
  ) {
    this.path = path;
    this.texts = new Map(Object.entries(included));
    this.contents = new Map([[path, root]]);
    if (this.texts.size > 0) this.place(root, path, new Set());
  }

  /** Returns what a reference means; undefined if there is no such value, or if its file did not come or is broken. */
  target(reference: string): unknown {
    if (!this.targets.has(reference)) {
      // A reference that leads through itself has no target.
      this.targets.set(reference, undefined);
      this.hops += 1;
      if (this.hops <= mostHops) this.targets.set(reference, this.follow(reference));
      this.hops -= 1;
    }
    return this.targets.get(reference);
  }

  /** Yields the targets in other files, also those that are looked up meanwhile. */
  *elsewhere(): Iterable<[reference: string, target: unknown]> {
    for (const entry of this.targets) if (!entry[0].startsWith('#')) yield entry;
  }

  private follow(reference: string): unknown {
    const [file = '', pointer = ''] = reference.split('#', 2);
    let current = this.contentOf(file || this.path);
    for (const part of pointer.split('/').slice(1, mostSteps)) {
      const key = decodePointer(part);
      current = stepTo(key, current) ?? stepTo(key, this.behind(current));
    }
    return current;
  }

  /** Returns the target of an object that is a reference. */
  private behind(value: unknown): unknown {
    const reference = isObject(value) ? field(value, '$ref') : undefined;
    return typeof reference === 'string' ? this.target(reference) : undefined;
  }

  private contentOf(path: string): unknown {
    if (!this.contents.has(path)) {
      const content = this.read(path);
      this.contents.set(path, content);
      this.place(content, path, new Set());
    }
    return this.contents.get(path);
  }

  private read(path: string): unknown {
    const text = this.texts.get(path);
    if (text === undefined || path.toLowerCase().endsWith('.md')) return text;
    try {
      return readObject(path, text);
    } catch (error) {
      if (error instanceof RunError) return undefined;
      throw error;
    }
  }

  /** Changes the references in a file, and puts the texts of other files into descriptions. */
  private place(value: unknown, file: string, seen: Set<unknown>): void {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const inner of Object.values(value)) this.place(inner, file, seen);
    if (!isObject(value)) return;
    const reference = field(value, '$ref');
    if (typeof reference === 'string') value['$ref'] = this.placed(reference, file);
    const description = this.behind(field(value, 'description'));
    if (typeof description === 'string') value['description'] = description;
  }

  private placed(reference: string, file: string): string {
    const [name = '', pointer] = reference.split('#', 2);
    const path = name === '' ? file : fileOf(name, file);
    if (path === undefined) return reference;
    return (path === this.path ? '' : path) + (pointer === undefined ? '' : `#${pointer}`);
  }
}

function stepTo(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) ? field(value, key) : undefined;
}

/** Returns a step of a JSON pointer as it is written in the document. */
export function decodePointer(part: string): string {
  return safelyDecoded(part).replace(/~1/g, '/').replace(/~0/g, '~');
}
