import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isLicense } from '../doc/comment-text.ts';
import { documentedDeclarations, pathIn, type Declaration } from './documented.ts';

const modifiers =
  /^(?:(?:public|protected|open|abstract|sealed|data|inline|value|enum|annotation|inner|override|suspend|operator|infix|tailrec|external|const|lateinit|actual|expect|companion|final|fun(?=\s+interface))\s+){0,10}/;
/** The keyword, and what stands before the name: type parameters and the type that is extended. */
const declared =
  /^(class|interface|object|fun|val|var|typealias|constructor)\b\s*(?:<[^()]{0,300}?>\s*(?=[\w(`]))?((?:[\w.]{1,100}(?:<[^()=]{0,200}>)?\??\.)?)(`[^`\n]{1,100}`|\w{1,100})?/;
/** A value of an enumeration with its arguments. */
const enumEntry = /^\w{1,100}(?:\([^()]{0,300}\))?/;
const hidden = /\b(?:private|internal)\b/;

/** Returns the public declarations of a Kotlin file that have KDoc. The title is the package. */
export function readKotlin(content: string): CodeFile {
  const [, title = ''] = /^package[ \t]+([\w.`]{1,200})/m.exec(content) ?? [];
  const isInternal = /(?:^|\.)internal(?:\.|$)/.test(title);
  const found = isInternal ? [] : documentedDeclarations(content, { end: 'line' });
  return { title, doc: '', symbols: found.flatMap(symbolOf) };
}

function symbolOf({ doc, head, line, around }: Declaration): CodeSymbol[] {
  if (isLicense(doc) || /^@suppress\b/m.test(doc)) return [];
  if (around.some((container) => hidden.test(container.modifiers))) return [];
  const own = ownName(head, around.at(-1)?.modifiers.includes('enum') ?? false);
  if (own === undefined || own.startsWith('_')) return [];
  const name = pathIn(around, own);
  const [entry = head] =
    (declared.test(head.replace(modifiers, '')) ? null : enumEntry.exec(head)) ?? [];
  return name === '' ? [] : [{ name, signature: entry, doc, line }];
}

/** Returns the name of a declaration with the type that it extends, '' for a constructor; undefined if nobody else sees it. */
function ownName(head: string, isInEnum: boolean): string | undefined {
  const [start] = modifiers.exec(head)!;
  if (hidden.test(start) || hidden.test(head.slice(start.length).split(/\s/, 1)[0]!))
    return undefined;
  const [, keyword, receiver = '', written = ''] = declared.exec(head.slice(start.length)) ?? [];
  if (keyword === 'constructor') return '';
  if (keyword !== undefined) return receiver + written;
  return isInEnum ? /^\w{1,100}/.exec(head)?.[0] : undefined;
}
