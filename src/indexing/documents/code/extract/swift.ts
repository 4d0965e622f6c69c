import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isLicense } from '../doc/comment-text.ts';
import { documentedDeclarations, pathIn, type Container, type Declaration } from './documented.ts';

const declared =
  /^((?:[a-z]{3,15}(?:\([\w.]{1,20}\))?\s+){0,8}?)(class|struct|enum|protocol|actor|extension|func|init|subscript|var|let|typealias|associatedtype|case|macro)\b\??\s*`?([\w.]{1,100}|[^\s\w(`]{1,5})?/;
const isOpen = (modifiers: string): boolean => /\b(?:public|open)\b/.test(modifiers);

/** Returns the public declarations of a Swift file that have comments. The title is the module, by the folder below `Sources`. */
export function readSwift(content: string, path: string): CodeFile {
  const [, title = ''] = /(?:^|\/)Sources?\/(?:[^/]+\/)??(\w+)\//.exec(path) ?? [];
  const found = documentedDeclarations(content, { end: 'line' });
  return { title, doc: '', symbols: found.flatMap(symbolOf) };
}

function symbolOf({ doc, head, line, around }: Declaration): CodeSymbol[] {
  const [, modifiers = '', keyword = '', written = ''] = declared.exec(head) ?? [];
  if (keyword === '' || keyword === 'extension' || isLicense(doc) || /:nodoc:/.test(doc)) return [];
  if (!isVisible(modifiers, keyword, around)) return [];
  const own = keyword === 'init' || keyword === 'subscript' ? keyword : written;
  const name = pathIn(around, own);
  return [{ name, signature: head, doc, line }];
}

/** Returns whether users of the module see a declaration. Members of a protocol, cases, and members of a public extension need no modifier. */
function isVisible(modifiers: string, keyword: string, around: readonly Container[]): boolean {
  if (/\b(?:private|fileprivate|internal|package)\b(?!\(set\))/.test(modifiers)) return false;
  const outer = around.filter(({ kind }) => kind !== 'extension');
  if (!outer.every((container) => isOpen(container.modifiers))) return false;
  const last = around.at(-1);
  const isInside = last?.kind === 'protocol' || keyword === 'case' || last?.kind === 'extension';
  return isOpen(modifiers) || (isInside && isOpen(last?.modifiers ?? ''));
}
