import { hugo } from './hugo.ts';
import { docBuilderCode } from '../doc-builder.ts';
import { docfx } from './docfx.ts';
import { codeImport } from './code-import.ts';
import { doccCode } from './docc-code.ts';
import { doxygenCode } from './doxygen-code.ts';
import { exampleComponent } from './example-components.ts';
import { githubCode } from './github-code.ts';
import { goCode } from './go-code.ts';
import { includeLimits } from '../expansion.ts';
import { aliasedPaths, anyFolder } from '../include-path.ts';
import { constantText, withProps, type MdxImports, type MdxUse } from './mdx-imports.ts';
import { macroInclude, partial } from './partials.ts';
import {
  betweenMarks,
  bracedPart,
  byRanges,
  linesIn,
  mdbookMark,
  partOf,
  readRanges,
  regionMark,
  scalaSignatures,
  snippetMark,
  toggledParts,
  withoutMarks,
} from '../select-lines.ts';
import { Slugger } from '../../slug.ts';
import {
  includedText,
  literalInclude,
  readSphinxOption,
  type SphinxOptions,
} from '../rst/sphinx-include.ts';
import { vocs } from './vocs.ts';
import { writersideCode } from './writerside-code.ts';
import { writersidePart } from './writerside-parts.ts';
import type { Found, Reference } from './reference.ts';

/** The mark of a definition before an include of Paradox or Play. The term names the language. */
export const definitionMark = /^ {0,3}:[ \t]+(?=@@|@\[)/;

/** Every include has one of these characters. */
const hint =
  /[{<@`]|^\s*\\(?:snippet|include)|-8<-|^\s*\[\[%|^\s*https:\/\/github|\]\(\$code\.|\[!|!!!|^\s*:(?:\[|:+[a-z])/;

/** Finds the include on a line. `imports` is absent inside of fenced code. */
export function findInclude(
  lines: readonly string[],
  at: number,
  imports: MdxImports | undefined,
): Found | undefined {
  const line = lines[at]!;
  if (!hint.test(line)) return undefined;
  const text = line.replace(definitionMark, '').trim();
  const block = /^-+8<-+$/.test(text) ? snippetBlock(lines, at) : undefined;
  if (block) return block;
  const anywhere = alsoInCode(text) ?? githubCode(lines, at);
  if (anywhere) return { references: [anywhere], last: at };
  if (!imports) return undefined;
  const outside = onOneLine(text, imports);
  if (outside) return { references: [outside], last: at };
  return onLines(lines, at, imports);
}

/** Reads an include that is written on one line, also of code. */
function alsoInCode(text: string): Reference | undefined {
  return (
    mdbook(text) ??
    snippet(text) ??
    markdownInclude(text) ??
    hugo(text) ??
    vocs(text) ??
    macroInclude(text)
  );
}

/** Reads an include that is written on several lines outside of code. */
function onLines(lines: readonly string[], at: number, imports: MdxImports): Found | undefined {
  return (
    exampleComponent(lines, at) ??
    myst(lines, at) ??
    docBuilder(lines, at) ??
    codeImport(lines, at) ??
    writersideCode(lines, at) ??
    writersidePart(lines, at) ??
    codeInclude(lines, at) ??
    mdxComponent(lines, at, imports)
  );
}

/** Reads an include that is written on one line outside of code. */
function onOneLine(text: string, imports: MdxImports): Reference | undefined {
  return (
    vitepressCode(text) ??
    doxygenCode(text) ??
    assetCode(text) ??
    vitepressMarkup(text) ??
    fastapi(text) ??
    partial(text) ??
    docfx(text) ??
    vuepressCode(text) ??
    paradox(text) ??
    play(text) ??
    goCode(text) ??
    mdx(imports.use(text))
  );
}

/**
 * Reads `{{#include file:lines}}`, `{{#rustdoc_include file:anchor}}`, `{{#playground file}}`, and `{{#literatego file}}` of
 * Kubebuilder's preprocessor.
 */
function mdbook(text: string): Reference | undefined {
  const match =
    /^\{\{\s*#(include|rustdoc_include|playground|literatego)\s+([^\s{}]+)[^{}]*\}\}$/.exec(text);
  if (!match) return undefined;
  const [, kind, target = ''] = match;
  const [path = '', first, ...rest] = target.split(':');
  if (kind === 'playground' || kind === 'literatego') return { path, asCode: true };
  return {
    path,
    select: (lines) => {
      const chosen = bySelector(lines, [first, ...rest], mdbookMark);
      return chosen && withoutMarks(chosen, mdbookMark);
    },
  };
}

/** Selects lines by `name`, `line`, `first:last`, `first:` or `:last`. */
function bySelector(
  lines: readonly string[],
  [first, last]: (string | undefined)[],
  readMark: typeof mdbookMark,
): string[] | undefined {
  if (first === undefined) return [...lines];
  if (first !== '' && !/^\d{1,7}$/.test(first)) return partOf(lines, first, readMark);
  const ranges = readRanges(last === undefined ? first : `${first}:${last}`, /:/, /,/);
  return ranges ? linesIn(lines, ranges) : [...lines];
}

/** Reads `--8<-- "file"`, `"file:part"` and `"file:1:3,7:9"`. */
function snippet(text: string): Reference | undefined {
  const [, double, single] = /^-+8<-+\s+(?:"([^"]+)"|'([^']+)')(?:\s*\{[^}]*\})?$/.exec(text) ?? [];
  const target = double ?? single;
  return target === undefined ? undefined : snippetReference(target.trim());
}

function snippetReference(target: string): Reference {
  const isUrl = target.includes('://');
  const [, path = target, selector] = isUrl ? [] : (/^([^:]*):(.*)$/.exec(target) ?? []);
  return {
    // A site can name any folder as the root of its snippets.
    path: isUrl ? path : [path, anyFolder + path],
    from: 'site',
    select: (lines) => {
      const chosen = snippetLines(lines, selector);
      return chosen && withoutMarks(chosen, snippetMark);
    },
  };
}

function snippetLines(
  lines: readonly string[],
  selector: string | undefined,
): string[] | undefined {
  if (selector === undefined) return [...lines];
  if (!/^[\d:,-]*$/.test(selector)) return partOf(lines, selector, snippetMark);
  // A single number is the first line. The selection goes to the end of the file.
  const open = selector.split(',').map((part) => (part.includes(':') ? part : `${part}:`));
  const ranges = readRanges(open.join(','), /:/, /,/);
  return ranges ? linesIn(lines, ranges) : undefined;
}

/** Reads files between two `--8<--`, one on each line. A leading `;` disables a file. */
function snippetBlock(lines: readonly string[], at: number): Found | undefined {
  const references: Reference[] = [];
  for (let next = at + 1; next < Math.min(lines.length, at + mostBlockLines); next += 1) {
    const text = lines[next]!.slice(0, includeLimits.line).trim();
    if (/^-+8<-+$/.test(text)) return { references, last: next };
    if (text !== '' && !text.startsWith(';')) references.push(snippetReference(text));
  }
  return undefined;
}

const mostBlockLines = 100;

/**
 * Reads `[title](file) inside_block:name` and `lines:1-3,7-9` between two comments of MkDocs, one on each line.
 * https://github.com/rnorth/mkdocs-codeinclude-plugin
 */
function codeInclude(lines: readonly string[], at: number): Found | undefined {
  if (!/^\s*<!--\s*codeinclude\s*-->\s*$/.test(lines[at]!)) return undefined;
  const references: Reference[] = [];
  for (let next = at + 1; next < Math.min(lines.length, at + mostBlockLines); next += 1) {
    const text = lines[next]!.slice(0, includeLimits.line).trim();
    if (/^<!--\s*\/codeinclude\s*-->$/.test(text)) return { references, last: next };
    const [, label = '', path, options = ''] = /^\[([^\]]*)\]\(([^()\s]+)\)(.*)$/.exec(text) ?? [];
    if (path === undefined) continue;
    const [, place, name = ''] = /\b((?:inside_)?block):(.+)$/.exec(options) ?? [];
    const [, ranges] = /\blines:([\d,-]+)/.exec(options) ?? [];
    const select: Reference['select'] = (file) =>
      place === undefined
        ? byRanges(file, ranges, /-/)
        : bracedPart(file, name.trim(), place === 'inside_block');
    references.push({ path, label, asCode: true, select });
  }
  return undefined;
}

/** Reads `{!file!}` and `{!> file [ln:1-3]!}`, and `!!!include(file)!!!` of markdown-it. */
function markdownInclude(text: string): Reference | undefined {
  const [, file] = /^!!! ?include\(([^()\s]{1,300})\) ?!!!$/.exec(text) ?? [];
  if (file !== undefined) return { path: file, from: 'site' };
  const match = /^\{!>?\s*([^\s!{}]+)\s*(?:\[\s*ln:([\d\s,-]+)\])?\s*!\}$/.exec(text);
  if (!match) return undefined;
  const [, path = '', ranges] = match;
  return { path, select: (lines) => byRanges(lines, ranges, /-/) };
}

/** Reads `<<< @/file#region{2,4 ts} [label]`. The numbers only highlight lines. Sites add kinds of their own: `<<< DEMO ./saw.vue`. */
function vitepressCode(text: string): Reference | undefined {
  if (!text.startsWith('<<<')) return undefined;
  let rest = text
    .slice(3)
    .replace(/^[ \t]+[A-Z]{2,20}(?=[ \t])/, '')
    .trim();
  const [titled, label] = /\s*\[([^\]]+)\]$/.exec(rest) ?? ['', ''];
  rest = rest.slice(0, rest.length - titled.length);
  const [braces, attributes] = /\s*\{([^{}]*)\}$/.exec(rest) ?? ['', ''];
  rest = rest.slice(0, rest.length - braces.length);
  const [hash, region] = /#([\w.-]+)$/.exec(rest) ?? ['', undefined];
  const language = (attributes ?? '')
    .trim()
    .split(/\s+/)
    .find((word) => !/^[\d,-]*$/.test(word));
  return {
    path: rest.slice(0, rest.length - hash.length),
    asCode: true,
    label,
    language: language?.split(':')[0],
    select: (lines) => {
      const chosen = region === undefined ? [...lines] : partOf(lines, region, regionMark);
      return chosen && withoutMarks(chosen, regionMark);
    },
  };
}

/** Reads the code of a tutorial of DocC, and that of a page of Zine. */
function assetCode(text: string): Reference | undefined {
  return doccCode(text) ?? zineCode(text);
}

/** Reads `[]($code.language('=html').buildAsset("saws/cut.zig"))` of Zine. A build can make a page of the file. */
function zineCode(text: string): Reference | undefined {
  const [, path] =
    /^\[[^\]]{0,100}\]\(\$code\.(?:[^()]{0,100}\([^()]{0,100}\)\.){0,3}\w{0,20}[aA]sset\(["']([\w./-]{1,200})["']\)[^"']{0,100}\)$/.exec(
      text,
    ) ?? [];
  if (path === undefined || path.endsWith('.html')) return undefined;
  return { path: [path, anyFolder + path], asCode: true };
}

/** Reads `@[code{3-5} lang](@alias/file)` of VuePress. An alias usually has the name of its folder. */
function vuepressCode(text: string): Reference | undefined {
  const [found, ranges, language, path = ''] =
    /^@\[code(?:\{([\d,-]{1,100})\})?(?:[ \t]+([\w+#.-]{1,30}))?[^\]]{0,100}\]\(@?([^()\s]{1,300})\)$/.exec(
      text,
    ) ?? [];
  if (found === undefined) return undefined;
  return {
    path,
    asCode: true,
    language,
    select: (lines) => byRanges(lines, ranges, /-/),
  };
}

/** Reads `@@snip [name](file) { #part }`, `@@signature` and `@@include` of Paradox. */
function paradox(text: string): Reference | undefined {
  const [, kind, path, options = ''] =
    /^@@ ?(snip|signature|include) ?\[[^\]]{0,300}\] ?\((?:\$[\w.]{1,50}\$\/)?([^()\s]{1,300})\)[ \t]*(?:\{([^{}]{0,500})\})?$/.exec(
      text,
    ) ?? [];
  if (path === undefined) return undefined;
  const names = Array.from(options.matchAll(/#([\w-]+)/g), ([, name]) => name!);
  const language = /\btype="?([\w-]+)/.exec(options)?.[1];
  return {
    path,
    asCode: kind !== 'include',
    language,
    select: (lines) =>
      kind === 'signature' ? scalaSignatures(lines, names) : toggledParts(lines, names),
  };
}

/** Reads `@[part](code/File.scala)` of the Play Framework. */
function play(text: string): Reference | undefined {
  const [, name, path] = /^@\[([\w-]{0,100})\]\(([^()\s]{1,300}\.\w{1,20})\)$/.exec(text) ?? [];
  if (path === undefined) return undefined;
  return { path, asCode: true, select: (lines) => toggledParts(lines, name ? [name] : []) };
}

/**
 * Reads `<!--@include: ./file.md{1,5}-->`, `<!-- @include file#heading -->`, `@include file`, `@include 'file'` of HashiCorp's
 * sites, and `<include>file#heading</include>` of Fumadocs.
 */
function vitepressMarkup(text: string): Reference | undefined {
  const match =
    /^(?:<!--\s*@include:?\s+([^<>]+)-->|@include\s+(["']?)([^\s"']+)\2|<include(?: [^<>]{0,300})?>([^<>]{1,300})<\/include>)$/.exec(
      text,
    );
  let rest = (match?.[1] ?? match?.[3] ?? match?.[4])?.trim();
  if (rest === undefined) return undefined;
  const [braces, ranges] = /\s*\{([\d,\s]*)\}$/.exec(rest) ?? ['', undefined];
  rest = rest.slice(0, rest.length - braces.length);
  const [hash, part] = /#([^#/]+)$/.exec(rest) ?? ['', undefined];
  const path = rest.slice(0, rest.length - hash.length);
  // VitePress also reads `@shared/file.md` from the root of the site.
  return {
    path: [path, path.replace(/^@(?=\w)/, '')],
    from: match?.[2] ? 'site' : 'document',
    select: (lines) => {
      const named = part === undefined ? [...lines] : namedPart(lines, part);
      return named && byRanges(named, ranges?.replace(',', ':'), /:/);
    },
  };
}

function namedPart(lines: readonly string[], name: string): string[] | undefined {
  return partOf(lines, name, regionMark) ?? underHeading(lines, name);
}

/** Returns a heading and the lines below it, by the heading's anchor. */
function underHeading(lines: readonly string[], anchor: string): string[] | undefined {
  const slugger = new Slugger();
  let start = -1;
  let level = 0;
  for (const [at, line] of lines.entries()) {
    const [, marks, title = ''] =
      /^(#{1,6})\s+(\S.*)$/.exec(line.slice(0, includeLimits.line)) ?? [];
    if (marks === undefined) continue;
    if (start !== -1 && marks.length <= level) return lines.slice(start, at);
    const [, own] = /\{\s*#([\w-]+)\s*\}\s*$/.exec(title) ?? [];
    if (start === -1 && (own ?? slugger.next(title)) === anchor) {
      start = at;
      level = marks.length;
    }
  }
  return start === -1 ? undefined : lines.slice(start);
}

function mdx(use: MdxUse | undefined): Reference | undefined {
  if (!use) return undefined;
  const { constant, marks, path, props, ...rest } = use;
  if (constant !== undefined) {
    return {
      ...rest,
      path: ['.ts', '.js', '.tsx', '.jsx'].map((ending) => path + ending),
      select: (lines) => constantText(lines, constant),
    };
  }
  return {
    ...rest,
    path: [path, ...aliasedPaths(path)],
    select: (lines) => (marks ? betweenMarks(lines, marks) : withProps(lines, props)),
  };
}

function mdxComponent(
  lines: readonly string[],
  at: number,
  imports: MdxImports,
): Found | undefined {
  const found = imports.useInComponent(lines, at);
  return found && { references: found.uses.map((use) => mdx(use)!), last: found.last };
}

/** Reads `{* file ln[1:3,5] hl[2] title["name"] *}`. */
function fastapi(text: string): Reference | undefined {
  const [, path, options = ''] = /^\{\*\s+(\S+)\s([^{}]*)\*\}$/.exec(text) ?? [];
  if (path === undefined) return undefined;
  const ranges = /\bln\[([^\]]*)\]/.exec(options)?.[1];
  const label = /\btitle\["([^"]*)"\]/.exec(options)?.[1];
  return {
    path,
    asCode: true,
    label,
    select: (lines) => byRanges(lines, ranges, /:/),
  };
}

/**
 * Reads ```` ```{literalinclude} file ```` and ```` ```{include} file ```` of MyST, with options
 * up to the end of the fence.
 */
function myst(lines: readonly string[], at: number): Found | undefined {
  const opening = /^\s*(`{3,}|~{3,}|:{3,})\{(literalinclude|include)\}\s+(\S+)\s*$/.exec(
    lines[at]!,
  );
  if (!opening) return undefined;
  const [, fence = '', name, path = ''] = opening;
  const options = new Map<string, string>();
  for (let next = at + 1; next < Math.min(lines.length, at + mostBlockLines); next += 1) {
    const line = lines[next]!.slice(0, includeLimits.line);
    if (line.trim() === fence) {
      return { references: [mystReference(name === 'include', path, options)], last: next };
    }
    const option = readSphinxOption(line);
    if (option) options.set(...option);
  }
  return undefined;
}

function docBuilder(lines: readonly string[], at: number): Found | undefined {
  const found = docBuilderCode(lines, at);
  return (
    found && { references: [mystReference(false, found.path, found.options)], last: found.last }
  );
}

function mystReference(isMarkup: boolean, path: string, options: SphinxOptions): Reference {
  if (isMarkup) {
    const select: Reference['select'] = (lines) => includedText(lines, options);
    const asCode = options.has('literal') || options.has('code');
    return { path, select, asCode, language: options.get('code') || undefined };
  }
  return {
    path,
    asCode: true,
    language: options.get('language') || undefined,
    label: options.get('caption'),
    select: (lines, file) => literalInclude(lines, file, options)?.lines,
  };
}
