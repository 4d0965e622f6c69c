import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isLicense } from '../doc/comment-text.ts';
import { documentedDeclarations, type Declaration } from './documented.ts';

const type =
  /^(?:(?:abstract|base|final|sealed|interface|mixin)\s+){0,4}(?:class|mixin|enum|typedef|extension(?:\s+type(?:\s+const)?)?)\s+(\w{1,100})/;
const operator = /\boperator\s{0,5}([^\s(\w]{1,3})/;
/** A getter, or the name before parameters, type parameters, a value or the end. */
const member =
  /\bget\s+(\w{1,100})|(?:^|[\s.?>])(\w{1,100}(?:\.\w{1,100})?)\s*(?:<[^()]{0,200}>\s*)?(?=\()|(\w{1,100})\s*(?:=|$)/;

/** Returns the public declarations of a Dart file that have comments. The title is derived from the path. */
export function readDart(content: string): CodeFile {
  const found = documentedDeclarations(content, { end: 'semicolon' });
  return { title: '', doc: '', symbols: found.flatMap(symbolOf) };
}

function symbolOf({ doc, head, line, around }: Declaration): CodeSymbol[] {
  const path = around.map(({ name }) => name).filter(Boolean);
  const own = ownName(head, around.at(-1)?.kind === 'enum');
  if (own === '' || isLicense(doc) || /\{@nodoc\}|@nodoc\b/.test(doc)) return [];
  if ([...path, ...own.split('.')].some((name) => name.startsWith('_'))) return [];
  // A constructor has the name of its class.
  const isConstructor = own === path.at(-1) || own.startsWith(`${path.at(-1)}.`);
  const name = [...(isConstructor ? path.slice(0, -1) : path), own].join('.');
  // How a function runs says nothing to those that call it.
  return [{ name, signature: head.replace(/\s+(?:async|sync)\*?$/, ''), doc, line }];
}

function ownName(head: string, isEntry: boolean): string {
  const [, sign] = operator.exec(head) ?? [];
  if (sign !== undefined) return `operator ${sign}`;
  const [entry] = (isEntry && /^\w{1,100}(?=\s*[,(]|$)/.exec(head)) || [];
  return entry ?? type.exec(head)?.[1] ?? callback.exec(head)?.[1] ?? memberName(head);
}

/** A variable whose type is a function. */
const callback = /\bFunction\b.*\)\??\s+(\w{1,100})$/s;

function memberName(head: string): string {
  const [, getter, called, variable] = member.exec(head) ?? [];
  return getter ?? called ?? variable ?? '';
}
