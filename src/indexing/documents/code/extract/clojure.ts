import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { markedCommentText } from '../doc/comment-text.ts';
import { ClojureForms, type ClojureForm } from './clojure-forms.ts';

const definition = /^(?:[\w.-]{1,40}\/)?(def\w*-?|ns)$/;
const functions: ReadonlySet<string> = new Set(['defn', 'defmacro', 'defmulti', 'defprotocol']);
/** Forms that take a docstring. Others, such as `deftest`, are those of a library. */
const documented: ReadonlySet<string> = new Set([...functions, 'def', 'defonce', 'ns']);
const hidden = /:(?:private|no-doc|skip-wiki)\b/;
/** Namespaces that only their own library uses. */
const internal = /(?:^|\.)(?:impl|internal)(?:\.|$)/;
const mostArities = 10;
const longestProtocol = 2_000;

/** A form at the top of a file. */
interface Definition {
  kind: string;
  name: string;
  /** The texts of its metadata. */
  meta: string;
  doc: string;
  signature: string;
  start: number;
}

/** Returns the public definitions of a Clojure file, with their docstrings. The title is the namespace. */
export function readClojure(content: string): CodeFile {
  const forms = new ClojureForms(content);
  const found = forms.tops().flatMap((top) => definitionAt(forms, top));
  const namespace = found.find(({ kind }) => kind === 'ns');
  const title = namespace?.name ?? '';
  const isHidden = internal.test(title) || title === 'user' || hidden.test(namespace?.meta ?? '');
  const symbols = isHidden ? [] : found.flatMap((one) => symbolOf(one, forms));
  return { title, doc: isHidden ? '' : (namespace?.doc ?? ''), symbols };
}

function symbolOf(
  { kind, name, meta, doc, signature, start }: Definition,
  forms: ClojureForms,
): CodeSymbol[] {
  if (kind === 'ns' || hidden.test(meta) || (doc === '' && !functions.has(kind))) return [];
  const isCommented = kind === 'defprotocol' && signature.includes('"');
  return [{ name, signature, doc, line: forms.lineAt(start), isCommented }];
}

/** Reads a definition: its name behind metadata, its docstring, a map with more metadata, and its parameters. */
function definitionAt(forms: ClojureForms, top: ClojureForm): Definition[] {
  const [first, ...rest] = forms.inside(top);
  const [, kind = ''] = definition.exec(forms.text(first)) ?? [];
  if (!documented.has(kind)) return [];
  const nameAt = rest.findIndex(({ isMeta }) => !isMeta);
  const name = forms.text(rest[nameAt]);
  if (!/^[^\s"()[\]{}:]{1,100}$/.test(name)) return [];
  const { text, maps, body } = bodyOf(kind, rest.slice(nameAt + 1));
  const metas = [...rest.slice(0, nameAt), ...maps];
  const valueOf = (key: string): ClojureForm | undefined =>
    metas.flatMap((form) => forms.valueOf(form, key) ?? []).at(-1);
  const given = valueOf(':arglists');
  const lists = given ? forms.inside(given) : arities(forms, body);
  const found = {
    kind,
    name,
    meta: metas.map((form) => forms.text(form)).join(' '),
    doc: docstring(forms.text(text ?? valueOf(':doc'))),
    start: top.start,
  };
  const parameters = lists.map((form) => forms.text(form));
  const signature =
    kind === 'defprotocol'
      ? forms.textWithout(top, text).slice(0, longestProtocol)
      : signatureOf(`(${kind} ${name}`, parameters);
  return [{ ...found, signature }];
}

/** Returns the docstring, the metadata and the rest of what stands behind a name. */
function bodyOf(
  kind: string,
  behind: readonly ClojureForm[],
): { text: ClojureForm | undefined; maps: ClojureForm[]; body: readonly ClojureForm[] } {
  // A variable has its value last, which can be a string or a map.
  if (kind === 'def' || kind === 'defonce')
    return { text: behind.slice(0, -1).find(isString), maps: [], body: [] };
  // A result may have a schema: `:- Saw`.
  const body = behind.filter(({ sign }) => sign !== '');
  const text = body.slice(0, 1).find(isString);
  const map = body[text ? 1 : 0];
  return { text, maps: map?.sign === '{' ? [map] : [], body };
}

function isString({ sign }: ClojureForm): boolean {
  return sign === '"';
}

/** Returns the parameters of a function, or of each of its arities. */
function arities(forms: ClojureForms, body: readonly ClojureForm[]): ClojureForm[] {
  const only = body.find(({ sign }) => sign === '[' || sign === '(');
  if (only?.sign === '[') return [only];
  const bodies = body.filter(({ sign }) => sign === '(').slice(0, mostArities);
  return bodies.flatMap((form) => forms.inside(form, 1).filter(({ sign }) => sign === '['));
}

function signatureOf(head: string, lists: readonly string[]): string {
  if (lists.length < 2) return `${[head, ...lists].join(' ')})`;
  return `${head}\n${lists.map((list) => `  (${list})`).join('\n')})`;
}

/** Returns the text of a string, without the margin of its lines. */
function docstring(written: string): string {
  const text = written.replace(/^"|"$/g, '').replace(/\\(["\\])/g, '$1');
  return markedCommentText(text.split('\n'));
}
