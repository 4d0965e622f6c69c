import { oneLine, splitTags, type BlockTag } from '../../block-tags.ts';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isLicense, tidyComment } from '../doc/comment-text.ts';
import { luaParameter, withTypedTags } from '../doc/ldoc.ts';
import { endOfMark, lineFinder, maskMarks } from './source-marks.ts';

/** A doc comment with what follows it. */
interface LuaComment {
  doc: string;
  tags: readonly BlockTag[];
  start: number;
  /** Where the declaration behind it begins; the end of the comment if nothing follows directly. */
  next: number;
  /** Whether all its lines begin with three hyphens, as the annotations of language servers do. */
  isAnnotation: boolean;
}

const marks = /--\[=*\[|--|\[=*\[|["']/g;

function endOfLua(source: string, start: number, mark: string): number {
  const [, level] = /\[(=*)\[$/.exec(mark) ?? [];
  if (level === undefined) return endOfMark(source, start, mark === '--' ? '//' : mark);
  const close = source.indexOf(`]${level}]`, start + mark.length);
  return close === -1 ? source.length : close + level.length + 2;
}

/**
 * Returns the public declarations of a Lua file that have comments for LDoc (`--- Text`) or for language servers (`---@param`). Functions
 * have the names that users write: those of a table such as `M` have the name of the module.
 */
export function readLua(content: string, path: string): CodeFile {
  // Other files of the same library require such a file.
  if (/(?:^|\/)_[^/]*$/.test(path)) return { title: '', doc: '', symbols: [] };
  const { masked, found } = maskMarks(content, marks, endOfLua);
  const comments = commentsOf(content, masked, found);
  const header = comments.find(({ tags }) => tagOf(tags, moduleTags) !== undefined);
  const title = header ? tagOf(header.tags, moduleTags)!.text.trim().split(/\s/, 1)[0]! : '';
  const module = title || moduleName(path);
  const file: LuaFile = {
    content,
    masked,
    module,
    table: tableOf(masked),
    exported: exportedNames(masked),
    returned: masked.search(/^return[ \t]*\{/m),
    lineAt: lineFinder(content),
  };
  let section = '';
  const symbols = comments.flatMap((comment) => {
    if (comment === header) return [];
    const begun = tagOf(comment.tags, /^(?:section|type)$/);
    if (begun && !comment.isAnnotation && /^\S*$/.test(begun.text.trim())) {
      section = sectionTitle(comment, begun);
      return [];
    }
    const within = tagOf(comment.tags, /^within$/)?.text.trim();
    return symbolsOf(comment, file).map((symbol) => ({ ...symbol, section: within ?? section }));
  });
  return { title: module, doc: header?.doc ?? '', symbols };
}

interface LuaFile {
  content: string;
  masked: string;
  module: string;
  /** The variable of the table that the file returns. */
  table: string;
  /** Names of local functions that a table gets under the same name. */
  exported: ReadonlySet<string>;
  /** Where the table begins that the file returns; -1 if it returns a variable. */
  returned: number;
  lineAt: (index: number) => number;
}

const moduleTags = /^(?:module|classmod|submodule|script)$/;

/** Returns the first of the tags with such a name. A language server names the module of a value in quotes. */
function tagOf(tags: readonly BlockTag[], name: RegExp): BlockTag | undefined {
  return tags.find((tag) => name.test(tag.name) && !/^['"]/.test(tag.text));
}

function sectionTitle({ doc }: LuaComment, { name, text }: BlockTag): string {
  const own = text.trim();
  if (own === 'end') return '';
  return name === 'type'
    ? own
    : doc.split('\n', 1)[0]!.replace(/^@.*|[ -]{0,20}[.:-]$/g, '') || own;
}

/** Returns the name with which a program requires a file. */
function moduleName(path: string): string {
  const [, inner = path] = /(?:^|\/)(?:lua|src|lib)\/((?:[^/]+\/){0,20}[^/]+)$/.exec(path) ?? [];
  return inner
    .replace(/\.lua$/, '')
    .replace(/(?<=.)\/init$/, '')
    .replaceAll('/', '.');
}

/** Returns the variable that a file returns at its end. */
function tableOf(masked: string): string {
  const returned = [
    ...masked.slice(-5_000).matchAll(/^return[ \t]+(?:setmetatable\()?[ \t]*(\w{1,100})/gm),
  ];
  return returned.at(-1)?.[1] ?? '';
}

function exportedNames(masked: string): Set<string> {
  const same =
    /(?<!\blocal[ \t]{1,9})(?<![\w.])(?:\w{1,100}\.)?(\w{1,100})[ \t]{0,20}=[ \t]{0,20}(\w{1,100})[ \t]{0,20}(?=[,;\n}])/g;
  return new Set(
    [...masked.matchAll(same)].flatMap(([, key, value]) => (key === value ? [key!] : [])),
  );
}

/** Returns the doc comments: lines of which the first begins with three hyphens, and blocks that begin with `--[[--`. */
function commentsOf(
  content: string,
  masked: string,
  found: readonly { mark: string; start: number; end: number }[],
): LuaComment[] {
  const runs: { lines: string[]; start: number; end: number }[] = [];
  let open: (typeof runs)[number] | undefined;
  for (const { mark, start, end } of found) {
    const text = content.slice(start, end);
    if (mark === '--' && open && /^\n[ \t]*$/.test(content.slice(open.end, start))) {
      open.lines.push(text);
      open.end = end;
    } else if (mark === '--' && text.startsWith('---')) {
      open = { lines: [text], start, end };
      runs.push(open);
    } else {
      open = undefined;
      const [, block] = /^--\[=*\[--+([^]*?)(?:--)?\]=*\]$/.exec(text.slice(0, 40_000)) ?? [];
      if (block !== undefined) runs.push({ lines: block.split('\n'), start, end });
    }
  }
  return runs.flatMap(({ lines, start, end }) => {
    const isAnnotation = /^--- ?@/.test(lines[0]!) || lines.every((line) => line.startsWith('---'));
    const doc = tidyComment(
      lines
        .slice(0, longest)
        .map((line) => line.replace(/^[ \t]*--+ ?/, '').trimEnd())
        .join('\n'),
    ).replace(/^(\s{0,20}@\w{1,20})(?=\[)/gm, '$1 ');
    const [gap = ''] = /^\s*/.exec(masked.slice(end, end + longestGap)) ?? [];
    const isBanner =
      /^-+\s*$/.test(lines[0]!) && /\n[ \t]*\n/.test(content.slice(end, end + gap.length));
    if (doc === '' || isLicense(doc) || (isBanner && !/^@\w/m.test(doc))) return [];
    const blank = content.slice(end, end + gap.length).indexOf('\n\n');
    return [
      {
        doc,
        tags: splitTags(doc).tags,
        start,
        next: blank === -1 ? end + gap.length : end,
        isAnnotation,
      },
    ];
  });
}

/** Lines of a comment. More are no comment of a declaration. */
const longest = 1_000;
const longestGap = 1_000;

const hidden =
  /^(?:local|lfunction|private|package|protected|hide|todo|fixme|diagnostic|type|cast)$/;
const parameters = '\\([^()]{0,1000}(?:\\([^()]{0,200}\\)[^()]{0,500}){0,5}\\)';
const declared = new RegExp(
  `(local[ \\t]+)?(?:function[ \\t]+([\\w.:]{1,200})[ \\t]*(${parameters})|([\\w.]{1,200})[ \\t]*=[ \\t]*(function[ \\t]*${parameters})?)`,
  'y',
);
/** Tags with the name of what they describe. Projects add those of properties and the like to LDoc. */
const named = /^(?:function|name|table|class|alias|enum|method|property|signal|event)$/;
const valueTag = /^(?:table|property|signal|event)$/;

function symbolsOf(comment: LuaComment, file: LuaFile): CodeSymbol[] {
  const { doc, tags, start, isAnnotation } = comment;
  if (isHidden(tags)) return [];
  const explicit = tags.find(
    ({ name, text }) => named.test(name) && !/^(?:function|table)?\s*$/.test(text),
  );
  if (isAnnotation && isType(explicit)) {
    return annotated(doc, explicit).map((symbol) => ({ ...symbol, line: file.lineAt(start) }));
  }
  const code = declarationAt(comment.next, file);
  const name = explicit ? explicitName(explicit, file) : code?.name;
  if (name === undefined || /(?:^|[.:])_/.test(name)) return [];
  const head = { name, ...headOf(name, { comment, code, explicit, file }) };
  if (isWorded(comment)) return [{ ...head, doc: isAnnotation ? withTypedTags(doc) : doc }];
  // Types alone are worth a line in the list of the file.
  return code?.isPublic ? [{ ...head, doc: '' }] : [];
}

const isHidden = (tags: readonly BlockTag[]): boolean => tags.some(({ name }) => hidden.test(name));

function isType(tag: BlockTag | undefined): tag is BlockTag {
  return tag !== undefined && /^(?:class|alias|enum)$/.test(tag.name);
}

interface Named {
  comment: LuaComment;
  code: LuaDeclaration | undefined;
  explicit: BlockTag | undefined;
  file: LuaFile;
}

/** Returns the signature of a name and its line: those of the code below the comment, if it has this name. */
function headOf(
  name: string,
  { comment, code, explicit, file }: Named,
): Pick<CodeSymbol, 'signature' | 'line'> {
  if (code && lastOf(code.name) === lastOf(name)) {
    return { signature: code.signature, line: file.lineAt(comment.next) };
  }
  const parts = valueTag.test(explicit?.name ?? '') ? '' : argumentsOf(comment.tags);
  return { signature: name + parts, line: file.lineAt(comment.start) };
}

/** Returns whether a comment says more than the types of parameters. */
function isWorded({ doc, tags, isAnnotation }: LuaComment): boolean {
  if (!isAnnotation || !/^@\w/.test(doc)) return true;
  return tags.some(({ name: tag, text }) => {
    const name = tag === 'param' ? 'param-typed' : tag;
    if (/^(?:overload|generic|async|return|nodiscard|see)$/.test(name))
      return /\n\s*[^\s@]|#/.test(text);
    return luaParameter({ name, text })?.text !== '';
  });
}

const lastOf = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);

/** Returns the name that a tag says, within its module. */
function explicitName({ text }: BlockTag, { module }: LuaFile): string | undefined {
  const [own] = /^[\w.:]{1,200}/.exec(text.trim()) ?? [];
  return own === undefined || /[.:]/.test(own) ? own : `${lastOf(module)}.${own}`;
}

function argumentsOf(tags: readonly BlockTag[]): string {
  const names = tags.flatMap((tag) => luaParameter(tag)?.name ?? []);
  return `(${names.join(', ')})`;
}

/** Returns a class of annotations with its fields as code, and the other lines as its comment. */
function annotated(doc: string, { text }: BlockTag): Omit<CodeSymbol, 'line'>[] {
  const [name = ''] = /^(?:\(\w{1,20}\)\s*)?([\w.]{1,200})/.exec(text)?.slice(1) ?? [];
  const lines = doc.split('\n');
  const isCode = (one: string): boolean => /^@(?:class|field|alias|enum)\b|^\|/.test(one);
  const isOwn = (one: string): boolean => /^@field\s+(?:private|protected|package)\b/.test(one);
  const own = tidyComment(lines.filter((one) => !isCode(one)).join('\n'));
  const about = own.replace(/^@.*$/gm, '').trim() === '' ? fieldTexts(lines) : own;
  if (name === '' || about === '' || name.startsWith('_')) return [];
  const signature = lines.filter((one) => isCode(one) && !isOwn(one)).map((one) => `---${one}`);
  return [{ name, signature: signature.join('\n'), doc: about }];
}

/** Returns what fields say about themselves, for a class that says nothing. */
function fieldTexts(lines: readonly string[]): string {
  return lines
    .flatMap((one) => {
      const field = /^@field\s+(.*)$/.exec(one)?.[1];
      const { name = '', text = '' } =
        (field === undefined ? undefined : luaParameter({ name: 'param-typed', text: field })) ??
        {};
      return text === '' ? [] : [`- \`${name}\`: ${oneLine(text)}`];
    })
    .join('\n');
}

interface LuaDeclaration {
  name: string;
  signature: string;
  /** Whether it belongs to the table that the file returns. */
  isPublic: boolean;
}

/** Variables of a table that have another name where the file is used. */
const anyTable = /^(?:[a-zA-Z]|_?M\w?|_\w?|mod|module|exports?|lib|self|this)$/;

/** Returns the declaration at an index; undefined if there is none that others see. */
function declarationAt(at: number, file: LuaFile): LuaDeclaration | undefined {
  const { content, masked } = file;
  declared.lastIndex = at;
  const [written = '', local, called, , assigned = '', callback] = declared.exec(masked) ?? [];
  const own = called ?? assigned;
  const found =
    own === '' ? undefined : publicName(own, { at, isLocal: local !== undefined, file });
  if (!found) return undefined;
  const head = content.slice(at, at + written.length).replace(/^local[ \t]+/, '');
  const isValue = called === undefined && callback === undefined;
  const text = isValue ? valueAt(content, masked, at + written.length) : '';
  return { ...found, signature: head.replace(own, found.name).trimEnd() + text };
}

/** Returns the name that users write for a declaration, and whether the table of the file has it; undefined if nobody else sees it. */
function publicName(
  own: string,
  { at, isLocal, file }: { at: number; isLocal: boolean; file: LuaFile },
): Omit<LuaDeclaration, 'signature'> | undefined {
  const { masked, exported, table, module, returned } = file;
  const [first = ''] = own.split(/[.:]/, 1);
  const short = lastOf(module);
  if (first !== own) {
    const name = first === table && anyTable.test(first) ? short + own.slice(first.length) : own;
    return { name, isPublic: first === table };
  }
  const isMember = returned !== -1 && at > returned;
  if (isLocal ? exported.has(own) : isMember) return { name: `${short}.${own}`, isPublic: true };
  // Others are variables in functions, and fields of tables that stay in the file.
  const isGlobal = !isLocal && (at === 0 || masked[at - 1] === '\n');
  return isGlobal ? { name: own, isPublic: false } : undefined;
}

/** Characters of a value that a signature shows. */
const longestValue = 1_500;

/** Returns a value: a table up to its end, or a line. */
function valueAt(content: string, masked: string, at: number): string {
  const text = masked.slice(at, at + longestValue);
  const line = text.split('\n', 1)[0]!.length;
  const braces = [...text.matchAll(/[{}]/g)].map(({ 0: sign, index }) => ({ sign, index }));
  let depth = 0;
  const end = braces.find(({ sign }) => (depth += sign === '{' ? 1 : -1) === 0);
  if ((braces[0]?.index ?? Infinity) > line) return ` ${content.slice(at, at + line).trim()}`;
  return end
    ? ` ${content.slice(at, at + end.index + 1).trim()}`
    : ` ${content.slice(at, at + line).trim()} … }`;
}
