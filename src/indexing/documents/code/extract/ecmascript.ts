import type { Node } from 'web-tree-sitter';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { blockCommentText, isLicense } from '../doc/comment-text.ts';
import { isHiddenJsdoc } from '../doc/jsdoc.ts';
import {
  commentedChildren,
  dedentBelow,
  isComment,
  lineOf,
  namedChildren,
  signatureText,
} from '../nodes.ts';
import type { CommentedNode } from '../nodes.ts';
import { mergeOverloads } from '../code-symbol.ts';

interface Scope {
  /** Path of the namespace with a final dot; '' at the top. */
  prefix: string;
  /** Names that another export statement in the file exports. */
  exported: ReadonlySet<string>;
  /** Types by the short names of their prototypes. */
  aliases: ReadonlyMap<string, string>;
  /** Whether this is a declaration file, where every declaration is public. */
  ambient: boolean;
  depth: number;
}

const maxNamespaceDepth = 5;

/** Returns the public symbols of a TypeScript or JavaScript file. */
export function readEcmascript(root: Node, path: string): CodeFile {
  const scope = {
    prefix: '',
    exported: exportedNames(root),
    aliases: new Map(aliasesIn(root)),
    ambient: /\.d\.[cm]?ts$/.test(path),
    depth: 0,
  };
  return { title: '', doc: fileComment(root), symbols: mergeOverloads(scopeSymbols(root, scope)) };
}

function fileComment(root: Node): string {
  const comments = namedChildren(root)
    .slice(0, 5)
    .filter(isComment)
    .map((node) => jsdocOf([node]));
  return (
    comments.find((text) =>
      /^[ \t]*@(module|packageDocumentation|fileoverview|file|overview)\b/m.test(text),
    ) ?? ''
  );
}

function scopeSymbols(parent: Node, scope: Scope): CodeSymbol[] {
  return commentedChildren(parent).flatMap((child) => statementSymbols(child, scope));
}

function statementSymbols({ node, comments }: CommentedNode, scope: Scope): CodeSymbol[] {
  const doc = jsdocOf(comments);
  if (isHiddenJsdoc(doc)) return [];
  const declared = unwrap(node);
  if (!declared) return [];
  if (
    declared.type === 'internal_module' ||
    declared.type === 'module' ||
    declared.type === 'statement_block'
  ) {
    return namespaceSymbols(node, declared, scope);
  }
  if (declared.type === 'assignment_expression') {
    return commonjsSymbols({ node, declared, doc }, scope.aliases);
  }
  const bodies = scope.depth < maxNamespaceDepth ? calledBodies(declared) : [];
  if (bodies.length > 0) return bodies.flatMap((body) => scopeSymbols(body, within(scope, body)));
  const symbols = declarationSymbols({ node, declared, doc });
  const isPublic = node.type === 'export_statement' || scope.ambient;
  return symbols
    .filter(({ name }) => isPublic || scope.exported.has(name.replace(/\..*/s, '')))
    .map((symbol) => prefixed(symbol, scope.prefix));
}

/** Returns the scope of a function that a module calls. What it returns is public, too. */
function within(scope: Scope, body: Node): Scope {
  const exported = new Set([...scope.exported, ...exportedNames(body)]);
  const aliases = new Map([...scope.aliases, ...aliasesIn(body)]);
  return { ...scope, exported, aliases, depth: scope.depth + 1 };
}

/** A short name of a prototype, as in `var p = Saw.prototype` and `var p = extend(Saw, Tool)`. */
const alias =
  /\b([\w$]{1,40})\s{0,9}=\s{0,9}(?:(?:[\w$]{1,40}\.){0,3}(?:extend|inherits?)\(\s{0,9}([\w$]{1,40}),|([A-Z][\w$]{0,40})\.prototype\b)/;

function aliasesIn(body: Node): [string, string][] {
  return namedChildren(body).flatMap((node): [string, string][] => {
    const [, own = '', first = '', second = ''] =
      (variables.has(node.type) && alias.exec(node.text.slice(0, 300))) || [];
    return own === '' ? [] : [[own, first || second]];
  });
}

/**
 * Returns the bodies of the functions that hold a module: one that is called at once, as in `(function () {})()`, those that it gets, as in
 * UMD, and that of `define` in AMD.
 */
function calledBodies(declared: Node): Node[] {
  const call = withoutBrackets(declared);
  if (call.type !== 'call_expression') return [];
  const callee = withoutBrackets(call.childForFieldName('function')!);
  if (!isFunction(callee) && callee.text !== 'define') return [];
  const given = call.childForFieldName('arguments');
  return [callee, ...(given ? namedChildren(given) : [])]
    .filter(isFunction)
    .flatMap((one) => one.childForFieldName('body') ?? []);
}

function isFunction({ type }: Node): boolean {
  return type === 'function_expression' || type === 'arrow_function';
}

/** Returns what stands in brackets, or behind a sign such as `!`. */
function withoutBrackets(node: Node): Node {
  let inner = node;
  for (let i = 0; i < 4 && /^(?:parenthesized|unary)_expression$/.test(inner.type); i += 1) {
    inner = inner.firstNamedChild ?? inner;
  }
  return inner;
}

/** Returns the declaration inside of `export`, `declare` and expression statements. */
function unwrap(node: Node): Node | undefined {
  let inner = node;
  for (let i = 0; i < 4; i += 1) {
    if (inner.type === 'export_statement') {
      const next = inner.childForFieldName('declaration') ?? inner.childForFieldName('value');
      if (!next) return undefined;
      inner = next;
    } else if (inner.type === 'ambient_declaration' || inner.type === 'expression_statement') {
      const next = namedChildren(inner).find((child) => !isComment(child));
      if (!next) return undefined;
      inner = next;
    } else break;
  }
  return inner;
}

function namespaceSymbols(node: Node, declared: Node, scope: Scope): CodeSymbol[] {
  const name = declared.childForFieldName('name')?.text ?? '';
  // `declare module 'x'` and `declare global` are always public and add nothing to a path.
  const nameless = /^['"]|^$/.test(name);
  const body = declared.type === 'statement_block' ? declared : declared.childForFieldName('body');
  const isPublic = nameless || node.type === 'export_statement' || isOpen(name, scope);
  if (!body || !isPublic || scope.depth >= maxNamespaceDepth) return [];
  return scopeSymbols(body, {
    ...scope,
    ambient: scope.ambient || /^(export )?declare\b/.test(node.text),
    prefix: nameless ? scope.prefix : `${scope.prefix}${name}.`,
    depth: scope.depth + 1,
  });
}

function isOpen(name: string, { ambient, exported }: Scope): boolean {
  return ambient || exported.has(name);
}

function prefixed(symbol: CodeSymbol, prefix: string): CodeSymbol {
  if (prefix === '') return symbol;
  const members = symbol.members?.map((member) => prefixed(member, prefix));
  return { ...symbol, name: `${prefix}${symbol.name}`, ...(members ? { members } : {}) };
}

interface Declaration {
  /** The whole statement, with `export` and decorators. */
  node: Node;
  declared: Node;
  doc: string;
}

const functions = new Set([
  'function_declaration',
  'generator_function_declaration',
  'function_signature',
]);
const containers = new Set(['class_declaration', 'abstract_class_declaration', 'class']);
const verbatim = new Set(['enum_declaration', 'type_alias_declaration']);
const variables = new Set(['lexical_declaration', 'variable_declaration']);
const expressions = new Set([
  'arrow_function',
  'function_expression',
  'generator_function',
  'object',
]);

/** Maximum length of an interface that is shown whole. A longer one is a list of its members. */
const shortBody = 2000;

/** Returns the symbols that a declaration declares; [] for other statements. */
function declarationSymbols(declaration: Declaration): CodeSymbol[] {
  const { declared } = declaration;
  if (functions.has(declared.type)) {
    return [
      symbol(declaration, signatureText(declaration.node, declared.childForFieldName('body'))),
    ];
  }
  if (containers.has(declared.type)) return [containerSymbol(declaration)];
  if (declared.type === 'interface_declaration') return [interfaceSymbol(declaration)];
  if (verbatim.has(declared.type))
    return [symbol(declaration, signatureText(declaration.node, null))];
  if (variables.has(declared.type)) return variableSymbols(declaration);
  if (expressions.has(declared.type)) {
    return [symbol(declaration, valueSignature(declaration.node, declared))];
  }
  return [];
}

function symbol({ node, declared, doc }: Declaration, signature: string): CodeSymbol {
  const name = declared.childForFieldName('name')?.text ?? 'default';
  const overload = declared.type === 'function_signature';
  return { name, signature: signature.replace(/;$/, ''), doc, line: lineOf(node), overload };
}

function containerSymbol(declaration: Declaration): CodeSymbol {
  const body = declaration.declared.childForFieldName('body');
  const head = symbol(declaration, signatureText(declaration.node, body));
  return { ...head, members: body ? memberSymbols(body, head.name) : [] };
}

function interfaceSymbol(declaration: Declaration): CodeSymbol {
  if (declaration.node.text.length > shortBody) return containerSymbol(declaration);
  return symbol(declaration, signatureText(declaration.node, null));
}

function variableSymbols({ node, declared, doc }: Declaration): CodeSymbol[] {
  const declarators = namedChildren(declared).filter(({ type }) => type === 'variable_declarator');
  return declarators.flatMap((declarator, index): CodeSymbol[] => {
    const name = declarator.childForFieldName('name');
    if (name?.type !== 'identifier') return [];
    const value = declarator.childForFieldName('value');
    const only = declarators.length === 1;
    const text = valueSignature(only ? node : declarator, value).replace(/;$/, '');
    const signature = only ? text : `${declared.child(0)?.text ?? 'const'} ${text}`;
    const own = {
      name: name.text,
      signature,
      doc: index === 0 ? doc : '',
      line: lineOf(declarator),
    };
    return [own, ...membersOf(name.text, value)];
  });
}

const nameless: Readonly<Record<string, string>> = {
  construct_signature: 'new',
  call_signature: '()',
  index_signature: '[]',
};

/** Returns the public members of a class or interface body. */
function memberSymbols(body: Node, owner: string): CodeSymbol[] {
  const members = commentedChildren(body).flatMap(({ node, comments }): CodeSymbol[] => {
    const name = nameless[node.type] ?? memberName(node);
    const doc = jsdocOf(comments);
    if (!isPublicMember(node, name) || isHiddenJsdoc(doc)) return [];
    const overload = node.type === 'method_signature';
    const signature = memberSignature(node);
    return [{ name: `${owner}.${name}`, signature, doc, line: lineOf(node), overload }];
  });
  return mergeOverloads(members);
}

/** Returns the name of a member. The grammar of JavaScript calls the name of a field a property. */
function memberName(node: Node): string {
  return (node.childForFieldName('name') ?? node.childForFieldName('property'))?.text ?? '';
}

function isPublicMember(node: Node, name: string): boolean {
  if (name === '' || /^[#_['"]/.test(name.replace(/^\[\]$/, ''))) return false;
  return !namedChildren(node).some(
    (child) => child.type === 'accessibility_modifier' && child.text !== 'public',
  );
}

function memberSignature(node: Node): string {
  const value = node.childForFieldName('value');
  const text = value
    ? valueSignature(node, value)
    : signatureText(node, node.childForFieldName('body'));
  return text.replace(/[;,]$/, '');
}

/**
 * Returns the names that `export { a }`, `export default a`, `export = a`, `module.exports =
 * ...`, `window.a = a` and, in a function, `return a` export.
 */
function exportedNames(root: Node): Set<string> {
  const names = new Set<string>();
  for (const node of namedChildren(root)) {
    if (node.type === 'export_statement') esmNames(node, names);
    else if (node.type === 'expression_statement') commonjsNames(node, names);
    else if (node.type === 'return_statement') returnedNames(node, names);
  }
  return names;
}

function esmNames(node: Node, names: Set<string>): void {
  if (node.childForFieldName('source')) return;
  for (const child of namedChildren(node)) {
    if (child.type === 'identifier') names.add(child.text);
    if (child.type !== 'export_clause') continue;
    for (const specifier of namedChildren(child)) {
      const name = specifier.childForFieldName('name');
      if (name) names.add(name.text);
    }
  }
}

function returnedNames(statement: Node, names: Set<string>): void {
  const value = statement.firstNamedChild;
  if (value?.type === 'identifier') names.add(value.text);
  if (value?.type === 'object') for (const name of valueNames(value)) names.add(name);
}

function commonjsNames(statement: Node, names: Set<string>): void {
  const assignment = statement.firstNamedChild;
  if (assignment?.type !== 'assignment_expression') return;
  const left = assignment.childForFieldName('left')?.text ?? '';
  if (!/^(?:(?:module\.)?exports\b|(?:window|self|root|global|globalThis|this)\.)/.test(left))
    return;
  const right = lastOfChain(assignment);
  if (right?.type === 'identifier') names.add(right.text);
  if (right?.type === 'object') for (const name of valueNames(right)) names.add(name);
}

/**
 * Returns the last value of a chain of assignments such as `exports = module.exports =
 * createApplication`.
 */
function lastOfChain(assignment: Node): Node | null {
  let right = assignment.childForFieldName('right');
  for (let i = 0; i < 5 && right?.type === 'assignment_expression'; i += 1) {
    right = right.childForFieldName('right');
  }
  return right;
}

function valueNames(object: Node): string[] {
  return namedChildren(object)
    .map((entry) => (entry.type === 'pair' ? entry.childForFieldName('value') : entry))
    .filter((value) => value?.type.endsWith('identifier'))
    .map((value) => value!.text);
}

/**
 * Returns the symbols that `module.exports = ...` exports and a type gets from an object, or the symbol of a documented assignment. Examples are
 * `app.use = function () {}`, `exports.x = ...` and `Type.prototype.method = ...`. Without a comment, an assignment to a member
 * says too little.
 */
function commonjsSymbols(
  { node, declared, doc }: Declaration,
  aliases: Scope['aliases'],
): CodeSymbol[] {
  const left = declared.childForFieldName('left');
  const right = declared.childForFieldName('right');
  if (!left || !right || left.text.length > 100) return [];
  if (/^(module\.)?exports$/.test(left.text)) {
    const value = lastOfChain(declared) ?? right;
    if (value.type === 'object') return entrySymbols(value);
    return declarationSymbols({ node, declared: value, doc });
  }
  if (left.type !== 'member_expression') return [];
  const members = membersOf(left.text, right);
  const isExport = /^(module\.)?exports\./.test(left.text);
  if (doc === '' && !(isExport && /function/.test(right.type))) return members;
  const name = left.text
    .replace(/^(module\.)?exports\./, '')
    .replace('.prototype.', '.')
    .replace(/^[\w$]+(?=\.)/, (own) => aliases.get(own) ?? own);
  if (/(^|\.)[_#]|^this\./.test(name)) return members;
  return [{ name, signature: valueSignature(node, right), doc, line: lineOf(node) }, ...members];
}

/** A call that makes a class of an object. */
const classCall = /(?:^|\.)(?:Class|createClass|extend|declare|define)$/;

/** Returns the members with a comment that `name` gets from an object, as in `Saw.prototype = {…}`, `Saw = new Class({…})` and `Saw = Tool.extend({…})`. */
function membersOf(name: string, value: Node | null): CodeSymbol[] {
  const callee = value?.childForFieldName('constructor') ?? value?.childForFieldName('function');
  const given = value?.childForFieldName('arguments');
  const last =
    given && classCall.test(callee?.text ?? '') ? namedChildren(given).at(-1) : undefined;
  const object = name.endsWith('.prototype') ? value : last;
  if (object?.type !== 'object') return [];
  const owner = name.replace(/\.prototype$/, '');
  return entrySymbols(object)
    .filter(({ doc }) => doc !== '')
    .map((entry) => prefixed(entry, `${owner}.`));
}

/** Returns the functions and the documented values of an object that a module exports. */
function entrySymbols(object: Node): CodeSymbol[] {
  return commentedChildren(object).flatMap(({ node, comments }): CodeSymbol[] => {
    const name = (node.childForFieldName('name') ?? node.childForFieldName('key'))?.text ?? '';
    const doc = jsdocOf(comments);
    if (!/^[A-Za-z$][\w$]*$/.test(name) || isHiddenJsdoc(doc)) return [];
    const type = node.childForFieldName('value')?.type ?? node.type;
    if (doc === '' && !/function|method/.test(type)) return [];
    return [{ name, signature: memberSignature(node), doc, line: lineOf(node) }];
  });
}

const longValue = 300;

/** Returns the text from `node` to its end, without the body of a function or a long value. */
function valueSignature(node: Node, value: Node | null): string {
  const whole = () => dedentBelow(node.text, node.startPosition.column);
  const before = (at: number) =>
    dedentBelow(node.text.slice(0, at - node.startIndex), node.startPosition.column).trimEnd();
  if (!value) return bounded(whole());
  const body = value.childForFieldName('body');
  if (body && value.type === 'arrow_function') return `${before(body.startIndex)} …`;
  if (body && /function/.test(value.type)) return before(body.startIndex);
  if (value.text.length <= longValue) return bounded(whole());
  return `${before(value.startIndex)} ${shortened(value)}`;
}

function shortened(value: Node): string {
  if (value.type === 'object') return '{ … }';
  if (value.type === 'array') return '[ … ]';
  const callee = value.childForFieldName('function');
  return callee && callee.text.length < 80 ? `${callee.text}(…)` : '…';
}

function bounded(text: string): string {
  return text.length <= 2 * longValue ? text : `${text.slice(0, 2 * longValue).trimEnd()} …`;
}

/** Returns the text of the last JSDoc comment above a declaration; '' if there is none. */
function jsdocOf(comments: Node[]): string {
  const comment = comments.findLast(({ text }) => text.startsWith('/**') && text.length > 5);
  const text = comment ? blockCommentText(comment.text) : '';
  return isLicense(text) ? '' : text;
}
