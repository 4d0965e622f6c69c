import { isObject } from '../../base/json.ts';
import { isMap, isScalar, isSeq, LineCounter, type Document, type Node, type YAMLMap } from 'yaml';
import { LecternError } from '../../base/errors.ts';
import { maxDepth, nestsTooDeep, parseYaml } from '../../base/parse-yaml.ts';

/** One entry with the defaults of the manifest. `fields` holds only the fields of its type. */
export interface ManifestEntry {
  type: EntryType;
  url: string;
  /** Line of the entry in the file, from 1. */
  line: number;
  fields: Record<string, unknown>;
}

/** A mistake in the file. Lines count from 1. */
export interface ManifestMistake {
  line: number;
  message: string;
}

/** The entries of a manifest that have no mistake in their fields, and the mistakes. */
export interface ParsedManifest {
  entries: ManifestEntry[];
  mistakes: ManifestMistake[];
}

/** The manifest has mistakes. Lectern lists all of them and changes no Library. */
export class ManifestError extends LecternError {
  readonly mistakes: ManifestMistake[];

  constructor(file: string, mistakes: ManifestMistake[]) {
    const sorted = mistakes.toSorted((a, b) => a.line - b.line);
    const lines = sorted.map(({ line, message }) => `${file}:${line}: ${message}`);
    super('manifest_invalid', lines.join('\n'));
    this.mistakes = sorted;
  }
}

// A small file with aliases can expand to gigabytes.
const maxAliases = 100;
const maxCharacters = 5_000_000;
/** Maximum number of YAML syntax errors in the message. One error often causes the following ones. */
const maxMistakes = 100;

/** Parses `repos.yaml`. Unknown keys are mistakes, too. Pure. */
export function parseManifest(text: string): ParsedManifest {
  const reader = new Reader();
  const { mistakes } = reader;
  if (text.length > maxCharacters) {
    const message = `the file is over ${maxCharacters} characters; split it into several`;
    return { entries: [], mistakes: [{ line: 1, message }] };
  }
  if (nestsTooDeep(text)) {
    const message = `the file nests deeper than ${maxDepth} levels; write it flatter`;
    return { entries: [], mistakes: [{ line: 1, message }] };
  }
  // The YAML parser ignores duplicate keys; the reader reports them.
  const document = parseYaml(text, { lineCounter: reader.lines, single: true });
  for (const { pos, message } of document.errors.slice(0, maxMistakes)) {
    const { line } = reader.lines.linePos(pos[0]);
    mistakes.push({ line, message: firstLine(message) });
  }
  const isYaml = mistakes.length === 0;
  const entries = isYaml ? reader.manifest(unfold(document, reader), document.contents) : [];
  return { entries, mistakes };
}

function unfold(document: Document, reader: Reader): unknown {
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch {
    reader.mistakes.push({
      line: 1,
      message: `more than ${maxAliases} YAML aliases; write them out`,
    });
    return undefined;
  }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]!.replace(/:$/, '');
}

class Reader {
  readonly lines = new LineCounter();
  readonly mistakes: ManifestMistake[] = [];

  manifest(value: unknown, node: Node | null): ManifestEntry[] {
    if (this.mistakes.length > 0) return [];
    if (!isMap(node) || !isObject(value)) {
      this.fail(node, 'the file must be a mapping with a list `repos`');
      return [];
    }
    this.unique(node);
    for (const { key } of node.items) {
      const name = keyText(key);
      if (name !== 'repos' && name !== 'defaults') {
        this.fail(key, `unknown key \`${name}\`; only \`defaults\` and \`repos\` are known`);
      }
    }
    const defaults = this.defaults(node, value['defaults']);
    const list = node.get('repos', true);
    if (!isSeq(list) || !Array.isArray(value['repos'])) {
      this.fail(list ?? node, '`repos` must be a list of entries');
      return [];
    }
    const values: unknown[] = value['repos'];
    const entries = list.items.map((item, at) => this.entry(item as Node, values[at], defaults));
    return entries.filter((entry) => entry !== undefined);
  }

  private defaults(parent: YAMLMap, value: unknown): Record<string, unknown> {
    const node = parent.get('defaults', true);
    if (value === undefined || value === null) return {};
    if (!isMap(node) || !isObject(value)) {
      this.fail(node, '`defaults` must be a mapping');
      return {};
    }
    const before = this.mistakes.length;
    this.fields(node, value, { known: defaultFields, where: '`defaults`' });
    return this.mistakes.length > before ? {} : value;
  }

  private entry(
    node: Node,
    value: unknown,
    defaults: Record<string, unknown>,
  ): ManifestEntry | undefined {
    if (!isMap(node) || !isObject(value)) {
      this.fail(node, 'an entry must be a mapping with at least a `url`');
      return undefined;
    }
    const before = this.mistakes.length;
    const type = this.type(node, value['type']);
    const url = this.url(node, value);
    if (!type || !url) return undefined;
    const known: Record<string, FieldType> = entryTypes[type];
    this.fields(node, value, { known, where: `an entry of type ${type}` });
    const required = requiredFields[type];
    if (required && !required.some((name) => value[name] !== undefined)) {
      const names = required.map((name) => `\`${name}\``).join(' and ');
      this.fail(node, `${names} are missing; an entry of type ${type} needs one of them`);
    }
    if (this.mistakes.length > before) return undefined;
    const inherited = type === 'git' ? defaults : {};
    const own = Object.entries({ ...inherited, ...value }).filter(([name]) => name in known);
    return { type, url, line: this.line(node), fields: Object.fromEntries(own) };
  }

  private type(node: YAMLMap, value: unknown): EntryType | undefined {
    if (value === undefined) return 'git';
    const name = typeof value === 'string' ? (typeAliases[value] ?? value) : value;
    if (typeof name === 'string' && Object.hasOwn(entryTypes, name)) return name as EntryType;
    const known = [...Object.keys(entryTypes), ...Object.keys(typeAliases)].join(', ');
    this.fail(node.get('type', true), `unknown type ${JSON.stringify(value)}; known are ${known}`);
    return undefined;
  }

  private url(node: YAMLMap, value: Record<string, unknown>): string | undefined {
    const url = value['url'] ?? value['repoUrl'];
    if (value['url'] !== undefined && value['repoUrl'] !== undefined) {
      this.fail(node.get('repoUrl', true), '`repoUrl` is another name of `url`; keep one of them');
      return undefined;
    }
    if (typeof url === 'string' && url.trim() !== '') return url.trim();
    const problem =
      url === undefined ? '`url` is missing; every entry needs it' : '`url` must be text';
    this.fail(node.get('url', true) ?? node, problem);
    return undefined;
  }

  private fields(
    node: YAMLMap,
    value: Record<string, unknown>,
    { known, where }: { known: Record<string, FieldType>; where: string },
  ): void {
    this.unique(node);
    const always = new Set(where === '`defaults`' ? [] : ['url', 'repoUrl', 'type']);
    for (const { key } of node.items) {
      const name = keyText(key);
      if (always.has(name)) continue;
      const type = Object.hasOwn(known, name) ? known[name] : undefined;
      if (!type) {
        const names = Object.keys(known).join(', ');
        this.fail(key, `\`${name}\` does not belong to ${where}; it may have ${names}`);
      } else if (!fits(value[name], type)) {
        const given = value[name];
        const found = `${JSON.stringify(given)}${hintFor(given, type)}`;
        this.fail(key, `\`${name}\` must be ${wanted[type]}, not ${found}`);
      }
    }
  }

  private unique(node: YAMLMap): void {
    const seen = new Set<string>();
    for (const { key } of node.items) {
      const name = keyText(key);
      if (seen.has(name)) this.fail(key, 'Map keys must be unique');
      seen.add(name);
    }
  }

  private fail(at: unknown, message: string): void {
    this.mistakes.push({ line: this.line(at), message });
  }

  private line(at: unknown): number {
    const start = (at as Node | null | undefined)?.range?.[0];
    return start === undefined ? 1 : this.lines.linePos(start).line;
  }
}

const wanted: Record<FieldType, string> = {
  string: 'text',
  boolean: 'true or false',
  strings: 'a list of texts',
  count: 'a whole number of 0 or more',
};

function fits(value: unknown, type: FieldType): boolean {
  if (type === 'strings') {
    return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
  }
  if (type === 'count') return Number.isSafeInteger(value) && (value as number) >= 0;
  return typeof value === type;
}

/** Returns the way out for a version such as 5.10, which YAML reads as the number 5.1. */
function hintFor(value: unknown, type: FieldType): string {
  const hasNumber = [value].flat().some((item) => typeof item === 'number');
  return hasNumber && type.startsWith('string') ? '; put numbers in quotes' : '';
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key);
}

/** Type of the value of a field. */
type FieldType = 'string' | 'boolean' | 'strings' | 'count';

/** Fields of every type but `git`, besides `url` (alias `repoUrl`) and `type`. */
const common = { title: 'string', description: 'string' } as const;
/** Fields of every type that only Lectern has. */
const naming = { id: 'string', aliases: 'strings', formerIds: 'strings' } as const;

/**
 * The types of an entry and their fields, as in manifests of Context7. A Git library gets its title and description from the
 * repository.
 */
const entryTypes = {
  git: {
    branch: 'string',
    folders: 'strings',
    excludeFolders: 'strings',
    excludeFiles: 'strings',
    locales: 'strings',
    indexSourceCode: 'boolean',
    versions: 'strings',
    ownerRules: 'string',
    ...naming,
  },
  website: {
    maxPages: 'count',
    maxDepth: 'count',
    excludePatterns: 'strings',
    ...common,
    ...naming,
  },
  llmstxt: { maxPages: 'count', ...common, ...naming },
  openapi: { ...common, ...naming },
  wiki: {
    spaceKey: 'string',
    spaceId: 'string',
    spaceName: 'string',
    pageUrls: 'strings',
    includeSubPages: 'boolean',
    ...common,
    ...naming,
  },
} as const satisfies Record<string, Record<string, FieldType>>;

type EntryType = keyof typeof entryTypes;

/** Aliases of types. */
const typeAliases: Readonly<Record<string, EntryType>> = { confluence: 'wiki' };

/** An entry of these types requires one of the fields, besides `url`. */
const requiredFields: Readonly<Partial<Record<EntryType, readonly string[]>>> = {
  wiki: ['spaceKey', 'pageUrls'],
};

/** Keys of `defaults`. */
const defaultFields = { indexSourceCode: 'boolean', branch: 'string' } as const;
