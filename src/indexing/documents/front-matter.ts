import { singleSpaced } from './clean.ts';
import { isObject, objectOf, parsedJson } from '../../base/json.ts';
import { nestsTooDeep, parseYaml } from '../../base/parse-yaml.ts';
import { decodeEntities } from './entities.ts';
import { listsIn } from './front-matter-lists.ts';
import { withPageValues } from './page-values.ts';

/** Metadata at the beginning of a document. */
export interface FrontMatter {
  title?: string;
  description?: string;
  /** Language of the kernel, if the document is a notebook. */
  language?: string;
  /** Method and path of the operation of an API that a page describes, as in `POST /users`. */
  operation?: string;
}

/** Maximum number of lines of front matter. A longer block is a horizontal rule and text. */
const mostLines = 400;
/** Maximum number of characters that are parsed as YAML. */
const mostYaml = 100_000;

/**
 * Splits YAML (---) or TOML (+++) front matter from the lines, or that of MultiMarkdown and Pandoc, which has no fence. Ignores front
 * matter that it cannot parse. Text between two rules stays in the body.
 */
export function takeFrontMatter(lines: string[]): { matter: FrontMatter; body: string[] } {
  const found = splitFrontMatter(lines);
  if (!found) return takeOther(lines) ?? withoutMatter(lines);
  const values = found.format === 'yaml' ? yamlValues(found.source) : tomlValues(found.source);
  if (values === undefined) return withoutMatter(lines);
  const valueOf = (names: string): string | undefined =>
    plain(names.split('.').reduce<unknown>((value, name) => objectOf(value)[name], values)) ||
    undefined;
  const body = [...withPageValues(found.body, valueOf), ...listsIn(values)];
  return { matter: pick(values), body };
}

function withoutMatter(lines: string[]): { matter: FrontMatter; body: string[] } {
  return { matter: {}, body: withPageValues(lines, () => undefined) };
}

/** Front matter before it is parsed. */
interface SplitFrontMatter {
  format: 'yaml' | 'toml';
  /** The lines between the fences. */
  source: string[];
  /** The lines below. */
  body: string[];
}

/**
 * Splits lines between two fences from the lines below them. Returns undefined if no fence is on the first line, or if it does not end.
 * Hugo allows empty lines before the fence.
 */
export function splitFrontMatter(lines: readonly string[]): SplitFrontMatter | undefined {
  const top = lines.slice(0, mostLines);
  const start = top.findIndex((line) => line.trim() !== '');
  const fence = top[start]?.trimEnd();
  if (fence !== '---' && fence !== '+++') return undefined;
  // YAML can also end with three dots.
  const ends = fence === '---' ? ['---', '...'] : [fence];
  const end = top.findIndex((line, at) => at > start && ends.includes(line.trimEnd()));
  if (end === -1) return undefined;
  const format = fence === '---' ? 'yaml' : 'toml';
  return { format, source: lines.slice(start + 1, end), body: lines.slice(end + 1) };
}

/** Splits metadata that stands between no fences. */
function takeOther(lines: string[]): { matter: FrontMatter; body: string[] } | undefined {
  return (
    takeHeader(lines) ?? takeTitleBlock(lines) ?? takeManualHeading(lines) ?? takeComment(lines)
  );
}

/** Splits the heading of a manual page for go-md2man: `# saw-cut "1" "May 2026" "saw"`. */
function takeManualHeading([first = '', ...body]: string[]):
  { matter: FrontMatter; body: string[] } | undefined {
  const [, name, section] =
    /^# ([\w.+:-]{1,100}) "(\d\w{0,9})"(?: "[^"\n]{0,100}"){0,9}\s*$/.exec(first) ?? [];
  return name === undefined ? undefined : { matter: { title: `${name}(${section})` }, body };
}

/** Maximum number of lines of metadata in a comment. */
const mostCommentLines = 40;
/** The sign of a comment of reStructuredText, with which Nikola begins each value. */
const nikolaMark = /^\.\. (?=[\w-]+:)/;

/**
 * Splits metadata in a comment: JSON, as in the pages of go.dev and of Go itself (`<!--{`, `"Title": "Saws"`, `}-->`), YAML with a title,
 * as in those of the Serverless Framework, or lines such as `.. title: Saws`, as in those of Nikola. Pages of jQuery have JSON in a script.
 */
function takeComment(lines: string[]): { matter: FrontMatter; body: string[] } | undefined {
  const [opening, closing] = lines[0]?.startsWith('<script>{')
    ? ['<script>', '</script>']
    : ['<!--', '-->'];
  if (!lines[0]?.startsWith(opening)) return undefined;
  const end = lines
    .slice(0, mostCommentLines)
    .findIndex((line) => line.trimEnd().endsWith(closing));
  const source = lines.slice(0, end + 1).join('\n');
  const inside = source.slice(opening.length, source.lastIndexOf(closing));
  const written = inside.split('\n').map((line) => line.replace(nikolaMark, ''));
  const values = inside.startsWith('{') ? jsonValues(inside) : titled(written);
  return values && { matter: pick(values), body: lines.slice(end + 1) };
}

function titled(lines: string[]): Record<string, unknown> | undefined {
  const values = lines.some((line) => /^\s*title:/i.test(line)) ? yamlValues(lines) : undefined;
  return values && pick(values).title !== undefined ? values : undefined;
}

function jsonValues(source: string): Record<string, unknown> | undefined {
  if (source.length > mostYaml) return undefined;
  // A comment of another kind is no JSON.
  const value = parsedJson(source);
  return isObject(value) ? { ...value } : undefined;
}

const pairs = /^(title|description):\s+(.+)$/i;

/** Splits metadata that begins with a title and ends at an empty line, as in MultiMarkdown, or at a fence. */
function takeHeader(lines: string[]): { matter: FrontMatter; body: string[] } | undefined {
  if (!/^title:[ \t]+\S/i.test(lines[0] ?? '')) return undefined;
  const end = lines.slice(0, mostLines).findIndex((line) => /^(?:---)?\s*$/.test(line));
  const source = lines.slice(0, Math.max(0, end));
  const isMetadata = source.length > 0 && source.every((line) => /^(?:[\w-]+:|\s+\S)/.test(line));
  if (!isMetadata) return undefined;
  return { matter: pick(plainValues(source, pairs)), body: lines.slice(end + 1) };
}

/** Maximum number of lines of a title block. */
const mostTitleLines = 12;
/** The title of a manual page: `saw 1`, `SAW(1) Manual of saws`, `"SAW" "1" "May 2026"`. */
const manualTitle =
  /^"?([\w.+:-]{1,100})"?(?: ?\((\d\w{0,9})\)|[ \t]+"?(\d\w{0,9})"?)(?:[\s|].*)?$/;

/**
 * Splits the title, the authors and the date at the beginning, each after a percent sign. See
 * https://pandoc.org/MANUAL.html#extension-pandoc_title_block. A single such line above a heading is a comment of MyST.
 */
function takeTitleBlock(lines: string[]): { matter: FrontMatter; body: string[] } | undefined {
  const found = lines
    .slice(0, mostTitleLines)
    .findIndex((line, at) => !line.startsWith('%') && (at === 0 || !/^[ \t]+\S/.test(line)));
  const block = lines.slice(0, Math.max(0, found));
  const body = lines.slice(block.length);
  if (block.length === 0 || body[0]?.trim() !== '') return undefined;
  const written = plain(block[0]!.slice(1));
  const top = body.find((line) => line.startsWith('#')) ?? '';
  const [, name, section, number] = (/^#+ NAME\b/i.test(top) && manualTitle.exec(written)) || [];
  if (name !== undefined) return { matter: { title: `${name}(${section ?? number})` }, body };
  const isComment = block.length === 1 && top.startsWith('# ');
  return { matter: isComment || written === '' ? {} : { title: written }, body };
}

/** Returns whether metadata between the fences of YAML is TOML, or Ziggy of Zine: `.title = "Saws",`. */
function isAssigned(lines: string[]): boolean {
  return lines.some((line) => /^\.?title\s*=\s*"/.test(line));
}

/** Returns whether lines look like keys of YAML, or like an object of JSON. A heading looks like a comment, so comments alone must have keys. */
function hasKeys(lines: string[]): boolean {
  const first = lines.find((line) => /^\s*[^\s#]/.test(line));
  if (first?.trim() === '{') return lines.findLast((line) => line.trim() !== '')?.trim() === '}';
  if (first !== undefined) return /^\s*[\w."'-]+\s*:/.test(first);
  return lines.every((line) => /^\s*(?:#\s*[\w.-]+\s*:.*)?$/.test(line));
}

/** Returns the values of front matter; undefined if the lines are text. */
function yamlValues(lines: string[]): Record<string, unknown> | undefined {
  if (isAssigned(lines)) return tomlValues(lines);
  if (!hasKeys(lines)) return undefined;
  const source = lines.join('\n');
  try {
    const document = source.length > mostYaml || nestsTooDeep(source) ? 'large' : parseYaml(source);
    if (document !== 'large' && document.errors.length === 0) {
      const value: unknown = document.toJS({ maxAliasCount: 20 }) ?? {};
      return isObject(value) ? { ...value } : undefined;
    }
  } catch {
    // The YAML has too many aliases.
  }
  // Template placeholders (`{{ title }}`) and unquoted colons make YAML invalid. Reads the plain
  // `key: value` lines instead.
  return plainValues(lines, pairs);
}

function tomlValues(lines: string[]): Record<string, unknown> {
  return plainValues(lines, /^\.?(title|description)\s*=\s*(.+?),?$/i);
}

function plainValues(lines: string[], pair: RegExp): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const line of lines) {
    const [, key, value] = pair.exec(line) ?? [];
    if (key && value) values[key] = value.trim().replace(/^(["'])(.*)\1$/, '$2');
  }
  return values;
}

function pick(written: Record<string, unknown>): FrontMatter {
  // Hugo reads `Title` as `title`.
  const lower = Object.entries(written).map(([key, value]) => [key.toLowerCase(), value] as const);
  const values: Record<string, unknown> = { ...Object.fromEntries(lower), ...written };
  const title = decodeEntities(plain(inEnglish(values['title'])) || nameOfSubject(values));
  // GitHub Docs and Statamic show an introduction below the title. Where both are, the description is for search engines.
  const description = plain(values['intro']) || plain(values['description'] ?? values['brief']);
  const language = kernelLanguage(values['kernelspec']);
  const operation = operationIn(plain(values['openapi']) || plain(values['api']));
  return {
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
    ...(language ? { language } : {}),
    ...(operation ? { operation } : {}),
  };
}

/** Returns the name of what a page describes, if its site shows that as title, as Docz does. A name in small letters is for programs. */
function nameOfSubject({ name }: Record<string, unknown>): string {
  const text = plain(name);
  return /^\p{Lu}/u.test(text) ? text : '';
}

/** Returns the English one of texts in several languages, as in `title: { zh-CN: 锯, en-US: Saw }`, and any other value as it is. */
function inEnglish(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.entries(value).find(([language]) => /^en(?:[-_]|$)/i.test(language))?.[1];
}

/** Returns the operation of a page of Mintlify: `openapi: "file.json POST /users"`, `api: "GET https://example.org/users"`. */
function operationIn(value: string): string {
  const [, method = '', path = ''] =
    /(?:^|\s)(get|post|put|patch|delete|head|options) ((?:https?:\/)?\/\S{0,500})$/i.exec(value) ??
    [];
  return path === '' ? '' : `${method.toUpperCase()} ${path}`;
}

/** Returns the language of a kernel of Jupyter, as Jupytext writes it. */
function kernelLanguage(kernel: unknown): string {
  const { language, name } = isObject(kernel) ? kernel : {};
  const found = plain(language) || /^[A-Za-z]+/.exec(plain(name))?.[0] || '';
  return /^[\w+#.-]{1,30}$/.test(found) ? found.toLowerCase() : '';
}

function plain(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? singleSpaced(value).slice(0, 1000) : '';
}
