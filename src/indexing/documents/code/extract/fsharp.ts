import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isLicense } from '../doc/comment-text.ts';
import { xmlDocText } from '../doc/xml-doc.ts';
import { documentedDeclarations, pathIn, type Container, type Declaration } from './documented.ts';

/** Comments, strings and characters. A quotation mark alone begins a type parameter. */
const marks = /\/\/|"""|"|'(?:\\[^\n]|[^\\'\n])'/g;
const attributes = /^(?:\[<[^\n]{0,500}>\]\s*){1,10}/;
/** Attributes behind a keyword, or before it on its line. */
const attribute = '(?:\\[<[^\\n]{0,200}>\\][ \\t]*)?';
const access = '(?:(?:public|private|internal|inline|rec|mutable|static)[ \\t]+){0,4}';
/** A module or a type around declarations, by its column. */
const around = new RegExp(
  `^([ \\t]*)${attribute}((?:module|type|and)[ \\t]+${attribute}${access})([\\w\`]{1,100})[^\\n]*`,
  'gm',
);
const declared = new RegExp(
  `^(?:(?:static[ \\t]+)?(?:let|module|type|and|val|exception)[ \\t]+${attribute}${access}(\\([^()\\n]{1,60}\\)|\`\`[^\`\\n]{1,100}\`\`|\\w{1,100})|(?:static[ \\t]+)?(?:abstract|member|default|override)[ \\t]+(?:member[ \\t]+)?${access}(?:\\w{1,50}\\.)?(\\w{1,100})|\\|[ \\t]*(\\w{1,100})|(\\w{1,100})[ \\t]*:)`,
);
/** What ends with an equals sign. Others end with their line. */
const hasBody =
  /^(?:\[<[^\n]{0,500}>\]\s*){0,10}(?:static\s+)?(?:let|member|default|override|module|type|and)\b/;
/** What a line of a signature file ends or begins with if its declaration goes on. */
const goesOn = /(?:[:*,(]|->)$/;
/** Characters behind a line that are looked at. */
const longestIndent = 200;
const continues = /^\s*(?:->|[*)]|when\b)/;
const hidden = /\b(?:private|internal)\b/;

/** Returns the public declarations of an F# file, or of a signature file (`.fsi`), that have doc comments. The title is the namespace or the module of the file. */
export function readFsharp(content: string, path: string): CodeFile {
  const [, title = ''] =
    /^(?:namespace|module)[ \t]+(?:rec[ \t]+|global\b)?([\w.]{1,200})[ \t]*\r?$/m.exec(content) ??
    [];
  const found = documentedDeclarations(content, {
    end: path.toLowerCase().endsWith('.fsi') ? isSignatureEnd : isEnd,
    marks,
    layout: { declaring: around, containerOf },
  });
  const isFile = ({ head }: Declaration): boolean => title !== '' && head.endsWith(` ${title}`);
  const doc = xmlDocText(found.find(isFile)?.doc ?? '');
  const symbols = found.filter((one) => !isFile(one)).flatMap(symbolOf);
  return { title, doc: isLicense(doc) ? '' : doc, symbols };
}

function isEnd(text: string, at: number): boolean {
  const sign = text[at]!;
  if (sign === '=') return isEquals(text, at) && hasBody.test(text) && !isAlias(text, at);
  if (sign !== '\n') return false;
  const line = lineBefore(text, at);
  // Attributes stand above a declaration.
  if (line.endsWith('>]')) return false;
  // The module of a file has no equals sign.
  return line === '' || /=|^module\b/.test(line) || !hasBody.test(text);
}

/** Returns whether a declaration of a signature file ends at an index. Only a type and a module have a body there. */
function isSignatureEnd(text: string, at: number): boolean {
  if (text[at] !== '\n') return isEnd(text, at);
  const line = lineBefore(text, at);
  return (
    !line.endsWith('>]') &&
    !goesOn.test(line) &&
    !continues.test(text.slice(at, at + longestIndent))
  );
}

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trimEnd();
}

function isEquals(text: string, at: number): boolean {
  return !/[<>=!&|:]/.test(text[at - 1] ?? '') && !/[=>]/.test(text[at + 1] ?? '');
}

/** Returns whether a type is another name for what stands behind the equals sign at an index. */
function isAlias(text: string, at: number): boolean {
  return (
    /^(?:\[<[^\n]{0,500}>\]\s*){0,10}type\b/.test(text) &&
    /^=[ \t]*[^\s{|]/.test(text.slice(at, at + 50))
  );
}

/** Returns the module or the type around the deeper lines below it; undefined for the module of the file. */
function containerOf([written, , modifiers = '', name = '']: RegExpExecArray):
  Container | undefined {
  const isFile = modifiers.startsWith('module') && !written.includes('=');
  return isFile ? undefined : { kind: 'type', name, modifiers };
}

function symbolOf({ doc, head: written, line, around: outer }: Declaration): CodeSymbol[] {
  const head = written.replace(attributes, '');
  if (isLicense(doc) || outer.some(({ modifiers }) => hidden.test(modifiers))) return [];
  const names = declared.exec(head);
  if (!names || hidden.test(names[0])) return [];
  const own = names.slice(1).find((name) => name !== undefined)!;
  const name = pathIn(outer, own);
  const signature = head.replace(/\s*=\s*$/, '');
  return [{ name, signature, doc: xmlDocText(doc), line }];
}
