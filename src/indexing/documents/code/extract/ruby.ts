import type { Node } from 'web-tree-sitter';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { memberPath, worthListing } from '../code-symbol.ts';
import {
  attachedComments,
  commentedNodes,
  dedentBelow,
  isComment,
  lineOf,
  namedChildren,
} from '../nodes.ts';
import type { CommentedNode } from '../nodes.ts';
import { commentGroups, isHiding, rubyComment } from './ruby-comments.ts';
import { ghostSymbols } from './ruby-ghosts.ts';

const maxDepth = 12;
const longValue = 200;
/** Methods that Ruby calls. */
const hooks = /^(?:const_missing|included|extended|inherited|prepended|method_added)$/;
/** Methods that nobody calls by their names. */
const unnamed = /^(?:initialize_(?:copy|dup|clone)|respond_to_missing\?|method_missing|_.*)$/;
/** Folders whose files are part of a gem. Files outside of them are tasks, settings and tests. */
const gemFolder = /(?:^|\/)(?:lib|app|src)\//;
const otherFolder = /(?:^|\/)(?:templates?|tasks|db\/migrate|spec|features)\//;

/**
 * Returns the public classes and modules of a Ruby file with their public members. The title is the path to
 * `require`.
 */
export function readRuby(root: Node, path: string): CodeFile {
  const [, title = ''] = /^(?:.*?\/)?lib\/(.+)\.rb$/.exec(path) ?? [];
  if (!gemFolder.test(path) || otherFolder.test(path)) return { title, doc: '', symbols: [] };
  const { members, types } = readBody(namedChildren(root), {
    owner: '',
    singleton: false,
    depth: 0,
  });
  return { title, doc: '', symbols: worthListing([...types, ...members]) };
}

interface Place {
  owner: string;
  /** Whether methods belong to the class itself, as in `class << self`. */
  singleton: boolean;
  depth: number;
}

/** The symbols of a body: those that its container lists, and the classes and modules inside it. */
interface Found {
  members: CodeSymbol[];
  types: CodeSymbol[];
}

/** What the statements above say about the next ones. */
interface Mode {
  visible: boolean;
  /** Whether methods are functions of the module. */
  functions: boolean;
  stopped: boolean;
}

const nothing: Found = { members: [], types: [] };

function readBody(nodes: Node[], place: Place): Found {
  const found: Found = { members: [], types: [] };
  if (place.depth > maxDepth) return found;
  const hidden = namesMadePrivate(nodes);
  const declared = new Set<string>();
  let mode: Mode = { visible: true, functions: false, stopped: false };
  let carried: Node[] = [];
  for (const child of commentedNodes(nodes)) {
    mode = modeAfter(child, mode);
    const attached = commentsOf(child);
    // A type of Sorbet stands between a method and its comment.
    const comments = attached.length > 0 ? attached : carried;
    carried = isSorbet(child.node) ? comments : [];
    const groups = commentGroups(child.comments);
    const own = { ...child, comments };
    const ghosts = ghostSymbols(groups, child.node, place);
    const inside = { ...place, singleton: place.singleton || mode.functions };
    const result = ghosts.some(({ line }) => line === lineOf(child.node))
      ? nothing
      : read(own, inside, mode);
    if (!mode.stopped) found.members.push(...ghosts);
    for (const { name } of ghosts) declared.add(name);
    const shown = result.members.filter(({ name, doc }) => doc !== '' || !declared.has(name));
    found.members.push(...shown.filter(({ name }) => !hidden.has(shortName(name))));
    found.types.push(...result.types.filter(({ name }) => !hidden.has(shortName(name))));
  }
  return found;
}

/** Returns the comments above a declaration. Those of a class or a module can stand one blank line above it. */
function commentsOf({ node, comments }: CommentedNode): Node[] {
  const attached = attachedComments(comments, node);
  if (attached.length > 0 || !/^(?:class|module)$/.test(node.type)) return attached;
  const last = commentGroups(comments).at(-1) ?? [];
  const isNear = last.at(-1)?.endPosition.row === node.startPosition.row - 2;
  return isNear && !last.some(({ text }) => /licen[cs]|copyright|:(?:start|stop)doc:/i.test(text))
    ? last
    : [];
}

/** Returns the last part of a name with what stands before it, such as `#size` and `::Limit`. */
function shortName(name: string): string {
  return /(?:[#.]|::)[^#.:]*$/.exec(name)?.[0] ?? name;
}

function isSorbet(node: Node): boolean {
  return node.type === 'call' && node.childForFieldName('method')?.text === 'sig';
}

function modeAfter({ node, comments }: CommentedNode, before: Mode): Mode {
  const mode = { ...before };
  for (const { text } of comments) {
    const [, stop, visibility] =
      /^#+\s*(?::(stop|start|end)doc:|@!visibility\s+(\w+))/.exec(text) ?? [];
    if (stop) mode.stopped = stop !== 'start';
    if (visibility) mode.visible = visibility === 'public';
  }
  if (node.type !== 'identifier') return mode;
  if (/^(?:private|protected)$/.test(node.text)) return { ...mode, visible: false };
  if (node.text === 'public') return { ...mode, visible: true, functions: false };
  return node.text === 'module_function' ? { ...mode, functions: true } : mode;
}

function read(child: CommentedNode, place: Place, mode: Mode): Found {
  const { node } = child;
  switch (node.type) {
    case 'class':
    case 'module':
      return { members: [], types: mode.stopped ? [] : typeSymbols(child, place) };
    case 'singleton_class':
      return readBody(bodyNodes(node), { ...place, singleton: true, depth: place.depth + 1 });
    case 'if':
    case 'unless':
      // Branches hold definitions for other platforms or versions. The first branch is enough.
      return readBody(bodyNodes(node, 'consequence'), { ...place, depth: place.depth + 1 });
    case 'assignment':
      return mode.stopped ? nothing : constantSymbols(child, place);
    default:
      return mode.stopped || !mode.visible || isHidden(child)
        ? blockOf(child, place)
        : { members: memberSymbols(child, place), types: [] };
  }
}

/** Returns the methods in a block that adds them to the class, as Active Support does. */
function blockOf({ node }: CommentedNode, place: Place): Found {
  const isClassMethods = node.childForFieldName('method')?.text === 'class_methods';
  const body = isClassMethods ? node.childForFieldName('block') : null;
  return body
    ? readBody(bodyNodes(body), { ...place, singleton: true, depth: place.depth + 1 })
    : nothing;
}

/**
 * Returns the statements of a class, a module, a block or a branch, and the comments above the first. The grammar puts these
 * outside of the body.
 */
function bodyNodes(node: Node, field = 'body'): Node[] {
  const body = node.childForFieldName(field);
  const row = node.startPosition.row;
  const comments = namedChildren(node).filter(
    (child) => isComment(child) && child.startPosition.row > row,
  );
  const before = comments.filter(({ startIndex }) => !body || startIndex < body.startIndex);
  return [...before, ...(body ? namedChildren(body) : [])];
}

/** Returns whether a comment above a declaration, behind its first line or behind its end hides it. */
function isHidden({ node, comments, trailing }: CommentedNode): boolean {
  return [...comments, ...headComments(node), ...(trailing ? [trailing] : [])].some(({ text }) =>
    isHiding(text),
  );
}

function headComments(node: Node): Node[] {
  const row = node.startPosition.row;
  return namedChildren(node).filter((child) => isComment(child) && child.startPosition.row === row);
}

function typeSymbols(child: CommentedNode, place: Place): CodeSymbol[] {
  const { node, comments } = child;
  const written = node.childForFieldName('name');
  if (!written) return [];
  if ([...comments, ...headComments(node)].some(({ text }) => hidesAll.test(text))) return [];
  const name = qualified(place.owner, written.text);
  const inside = { owner: name, singleton: false, depth: place.depth + 1 };
  const { members, types } = readBody(bodyNodes(node), inside);
  const { doc } = rubyComment(comments);
  const superclass = node.childForFieldName('superclass');
  // A module without members only gives its name to what is inside it.
  const isNamespace = !superclass && members.length === 0 && doc === '';
  if (isNamespace || isHidden(child)) return types;
  // The whole name says which of several classes with the same last name it is.
  const parent = superclass ? ` ${superclass.text}` : '';
  const own = { name, signature: `${node.type} ${name}${parent}`, doc, line: lineOf(node) };
  return [members.length > 0 ? { ...own, members } : own, ...types];
}

/** Hides a class with everything inside it. */
const hidesAll = /:nodoc:\s*all|^#+\s?@(?:private\b|api\s+private\b)/;

function qualified(owner: string, name: string): string {
  if (name.startsWith('::')) return name.slice(2);
  return memberPath(owner, name, '::');
}

function memberSymbols(child: CommentedNode, place: Place): CodeSymbol[] {
  const { node } = child;
  if (node.type === 'method') return methodSymbols(child, place);
  if (node.type === 'singleton_method') {
    const isOwn = /^(?:self|[A-Z])/.test(node.childForFieldName('object')?.text ?? '');
    return isOwn ? methodSymbols(child, { ...place, singleton: true }) : [];
  }
  if (node.type === 'alias') {
    const name = node.childForFieldName('name')?.text ?? '';
    return [symbolOf(child, methodName(place, name.replace(/^:/, '')), node.text)];
  }
  return node.type === 'call' ? callSymbols(child, place) : [];
}

function methodSymbols(child: CommentedNode, place: Place): CodeSymbol[] {
  const { node, comments } = child;
  const name = node.childForFieldName('name');
  if (!name || unnamed.test(name.text)) return [];
  if (hooks.test(name.text) && comments.length === 0) return [];
  const end = node.childForFieldName('parameters') ?? name;
  const signature = textTo(node, end);
  const own =
    place.singleton && node.type === 'method' ? signature.replace(/^def /, 'def self.') : signature;
  return [symbolOf(child, methodName(place, name.text), own)];
}

/** Returns the name of a method as its users write it. */
function methodName({ owner, singleton }: Place, name: string): string {
  if (owner === '') return name;
  if (name === 'initialize' && !singleton) return `${owner}.new`;
  return `${owner}${singleton ? '.' : '#'}${name}`;
}

function symbolOf({ node, comments }: CommentedNode, name: string, signature: string): CodeSymbol {
  const { doc, calls } = rubyComment(comments);
  return { name, signature: calls === '' ? signature : calls, doc, line: lineOf(node) };
}

const attributes = /^attr(?:_reader|_writer|_accessor)?$/;

function callSymbols(child: CommentedNode, place: Place): CodeSymbol[] {
  const { node } = child;
  const method = node.childForFieldName('method')?.text ?? '';
  const given = node.childForFieldName('arguments');
  if (node.childForFieldName('receiver')) return [];
  if (method === 'class_methods') return blockOf(child, place).members;
  if (!given || method === 'protected' || method.startsWith('private')) return [];
  const defined = namedChildren(given).find(({ type }) => /^(?:singleton_)?method$/.test(type));
  if (!defined) return nameSymbols(child, place, { method, names: symbolNames(given) });
  const inside = { ...place, singleton: place.singleton || method === 'module_function' };
  return memberSymbols({ ...child, node: defined }, inside);
}

/** Returns what a call with names declares: attributes or an alias. */
function nameSymbols(
  child: CommentedNode,
  place: Place,
  { method, names }: { method: string; names: string[] },
): CodeSymbol[] {
  const [first] = names;
  const isAlias = method === 'alias_method';
  if (first === undefined || !(isAlias || attributes.test(method))) return [];
  const own = method === 'attr_writer' ? names.map((name) => `${name}=`) : names;
  const shown = own.length > 4 ? [...own.slice(0, 4), '…'] : own;
  const signature = dedentBelow(child.node.text, child.node.startPosition.column);
  return [symbolOf(child, methodName(place, isAlias ? first : shown.join(', ')), signature)];
}

/** Returns the names in the arguments of a call: `:size, "name", %i[a b]`. */
function symbolNames(given: Node): string[] {
  const text = given.text.slice(0, 5000);
  return [
    ...text.matchAll(/(?<![\w:]):"?(\w+[?!=]?)|["'](\w+[?!=]?)["']|%i[[({]([^\])}]*)/g),
  ].flatMap(
    ([, name, string, list]) => name ?? string ?? list!.split(/\s+/).filter((word) => word !== ''),
  );
}

const privacy: Readonly<Record<string, string>> = {
  private: '#',
  protected: '#',
  private_class_method: '.',
  private_constant: '::',
};

/** Returns the names that statements such as `private :size` hide, in the form of `shortName`. */
function namesMadePrivate(nodes: Node[]): Set<string> {
  const hidden = new Set<string>();
  for (const node of nodes) {
    const method = node.type === 'call' ? node.childForFieldName('method')?.text : undefined;
    const given = node.childForFieldName('arguments');
    const mark =
      method !== undefined && Object.hasOwn(privacy, method) ? privacy[method] : undefined;
    if (mark === undefined || !given) continue;
    for (const name of symbolNames(given)) hidden.add(`${mark}${name}`);
  }
  return hidden;
}

/** Calls that return a class or a module. */
const classMaker = /^(?:::)?(?:(?:Class|Module|Struct)\.new|Data\.define)\b/;

/** Returns a constant. A class that its value makes has the methods of its block. */
function constantSymbols(child: CommentedNode, place: Place): Found {
  const { node, comments } = child;
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left?.type !== 'constant' || !right || isHidden(child)) return nothing;
  const name = qualified(place.owner, left.text);
  const block = right.childForFieldName('block');
  if (block && headComments(block).some(({ text }) => isHiding(text))) return nothing;
  const { doc } = rubyComment(comments);
  if (block && classMaker.test(right.text)) {
    const inside = { owner: name, singleton: false, depth: place.depth + 1 };
    const { members, types } = readBody(bodyNodes(block), inside);
    const signature = node.text.slice(0, block.startIndex - node.startIndex).trimEnd();
    const own = { name, signature, doc, line: lineOf(node) };
    const whole = members.length > 0 ? { ...own, signature: `${signature} do`, members } : own;
    return { members: [], types: [whole, ...types] };
  }
  if (doc === '') return nothing;
  const isShort = right.text.length <= longValue;
  const value = isShort ? dedentBelow(right.text, node.startPosition.column) : '...';
  return {
    members: [{ name, signature: `${left.text} = ${value}`, doc, line: lineOf(node) }],
    types: [],
  };
}

/** Returns the text of a declaration up to the end of one of its parts. */
function textTo(node: Node, { endIndex }: Node): string {
  return dedentBelow(node.text.slice(0, endIndex - node.startIndex), node.startPosition.column);
}
