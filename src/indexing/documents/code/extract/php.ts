import type { Node } from 'web-tree-sitter';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { memberPath, worthListing } from '../code-symbol.ts';
import { splitTags } from '../../block-tags.ts';
import { blockCommentText, isLicense } from '../doc/comment-text.ts';
import { hasPhpProse } from '../doc/phpdoc.ts';
import { commentedChildren, dedentBelow, lineOf, namedChildren } from '../nodes.ts';
import type { CommentedNode } from '../nodes.ts';
import { magicMembers } from './php-magic.ts';

const types = new Set([
  'class_declaration',
  'interface_declaration',
  'trait_declaration',
  'enum_declaration',
]);
const maxDepth = 4;
const longValue = 200;
/** Pages, translations and files that generators fill in. */
const otherFile =
  /\.blade\.php$|(?:^|\/)(?:_ide_helper[^/]*|server)\.php$|(?:^|\/)(?:templates?|stubs?|views|migrations|lang)\/|^(?:bin|src-dev|dev|tools|scripts?|build)\//i;
/** Methods that PHP calls by itself. Their names say nothing about a class. */
const hooks = /^__(?!construct|invoke)/;

/** Returns the public functions, constants and types of a PHP file with their public members. The title is the namespace. */
export function readPhp(root: Node, path: string): CodeFile {
  const space = namedChildren(root).find(({ type }) => type === 'namespace_definition');
  const title = space?.childForFieldName('name')?.text ?? '';
  const symbols = otherFile.test(path) ? [] : worthListing(statementSymbols(root, 0));
  const [only, ...more] = symbols;
  const about = only?.members && more.length === 0 ? fileDescription(root) : '';
  return {
    title,
    doc: '',
    symbols: about === '' ? symbols : [{ ...only!, doc: joined(about, only!.doc) }],
  };
}

/**
 * Returns the description of a file if it has an example. Other comments at the beginning of a file are usually its license.
 */
function fileDescription(root: Node): string {
  const first = commentedChildren(root).find(({ comments }) => comments.length > 0);
  const doc = first && !types.has(first.node.type) ? docOf(first) : '';
  return /<(?:code|pre)>|```/.test(doc) ? splitTags(doc).description : '';
}

/** Joins the comment of a file with that of its type, which often begins with the same sentence. */
function joined(file: string, type: string): string {
  const [sentence = ''] = file.split('\n', 1);
  const own = sentence !== '' && type.startsWith(sentence) ? type.slice(sentence.length) : type;
  return `${file}\n\n${own.trim()}`.trim();
}

function statementSymbols(parent: Node, depth: number): CodeSymbol[] {
  if (depth > maxDepth) return [];
  return commentedChildren(parent).flatMap((child): CodeSymbol[] => {
    const { node } = child;
    const doc = docOf(child);
    if (types.has(node.type)) return isHidden(doc) ? [] : [typeSymbol(child, doc)];
    switch (node.type) {
      case 'namespace_definition':
      case 'if_statement': {
        // Functions are often defined unless they exist.
        const body = node.childForFieldName('body');
        return body ? statementSymbols(body, depth + 1) : [];
      }
      case 'function_definition':
        return isHidden(doc) ? [] : [functionSymbol(child, '', doc)];
      case 'const_declaration':
        return constantSymbols(child, '', doc);
      case 'expression_statement':
        return definedSymbols(node, doc);
      default:
        return [];
    }
  });
}

/** Returns the comment above a declaration; '' for the license of the file, and for a comment without words. */
function docOf({ comments }: CommentedNode): string {
  const comment = comments.findLast(({ text }) => text.startsWith('/**'));
  if (!comment) return '';
  const text = withoutAnnotations(blockCommentText(comment.text.replace(/ {20,}/g, ' ')))
    .replace(/\{@inheritdoc\}|^[ \t]*@inheritdoc\b.*$/gim, '')
    .trim();
  return isLicense(text) || /^This file is part of\b/i.test(text) ? '' : text;
}

/** Leaves out annotations, which are for programs: `@ORM\Column(type="string")`, on one or several lines. */
function withoutAnnotations(text: string): string {
  let open = 0;
  const kept = text.split('\n').filter((line) => {
    const isPart = open > 0 || /^\s*@[A-Z][\w\\]*(?:\(|\s*$)/.test(line);
    if (!isPart) return true;
    open += line.split('(').length - line.split(')').length;
    return false;
  });
  return open > 0 ? text : kept.join('\n');
}

function isHidden(doc: string): boolean {
  return /^[ \t]*@(?:internal|ignore|private|hidden)\b|^[ \t]*@access[ \t]+private/m.test(doc);
}

function typeSymbol({ node }: CommentedNode, doc: string): CodeSymbol {
  const name = node.childForFieldName('name')?.text ?? '';
  const body = node.childForFieldName('body');
  const line = lineOf(node.childForFieldName('name') ?? node);
  const members = body
    ? commentedChildren(body).flatMap((child) => memberSymbols(child, name))
    : [];
  const magic = magicMembers(doc, { owner: name, line });
  const own = { name, signature: declaration(node, body), doc: magic.doc, line };
  return { ...own, members: [...members, ...magic.members] };
}

function memberSymbols(child: CommentedNode, owner: string): CodeSymbol[] {
  const { node } = child;
  const doc = docOf(child);
  if (isHidden(doc) || !isPublic(node)) return [];
  switch (node.type) {
    case 'method_declaration':
      return methodSymbols(child, owner, doc);
    case 'const_declaration':
      return constantSymbols(child, owner, doc);
    case 'property_declaration':
      return [propertySymbol(node, owner, doc)];
    case 'enum_case':
      return [
        {
          name: `${owner}::${node.childForFieldName('name')?.text ?? ''}`,
          signature: declaration(node, null),
          doc,
          line: lineOf(node),
        },
      ];
    default:
      return [];
  }
}

/** Returns whether a member is public. A subclass must write abstract methods, so protected ones count, too. */
function isPublic(node: Node): boolean {
  const words = namedChildren(node).filter(({ type }) => type.endsWith('_modifier'));
  const isAbstract = words.some(({ type }) => type === 'abstract_modifier');
  return !words.some(({ text }) => text === 'private' || (text === 'protected' && !isAbstract));
}

function methodSymbols(child: CommentedNode, owner: string, doc: string): CodeSymbol[] {
  const method = functionSymbol(child, `${owner}::`, doc);
  const name = child.node.childForFieldName('name')?.text ?? '';
  if (hooks.test(name)) return doc === '' ? [] : [method];
  return name === '__construct' ? [method, ...promotedSymbols(child.node, owner)] : [method];
}

function functionSymbol({ node }: CommentedNode, prefix: string, doc: string): CodeSymbol {
  const name = node.childForFieldName('name');
  return {
    name: `${prefix}${name?.text ?? ''}`,
    signature: declaration(node, node.childForFieldName('body')),
    doc: hasPhpProse(doc) ? doc : '',
    line: lineOf(name ?? node),
  };
}

/** Returns the public properties that the parameters of a constructor declare. */
function promotedSymbols(constructor: Node, owner: string): CodeSymbol[] {
  const parameters = constructor.childForFieldName('parameters');
  const children = parameters ? commentedChildren(parameters) : [];
  return children
    .filter(({ node }) => node.type === 'property_promotion_parameter')
    .filter(({ node }) => isPublicParameter(node))
    .map((child) => ({
      name: `${owner}::${child.node.childForFieldName('name')?.text ?? ''}`,
      signature: declaration(child.node, child.node.childForFieldName('default_value')).replace(
        /\s*=$/,
        '',
      ),
      doc: docOf(child),
      line: lineOf(child.node),
    }));
}

function isPublicParameter(node: Node): boolean {
  return (node.childForFieldName('visibility')?.text ?? 'public') === 'public';
}

function propertySymbol(node: Node, owner: string, doc: string): CodeSymbol {
  const elements = namedChildren(node).filter(({ type }) => type === 'property_element');
  const name = elements[0]?.childForFieldName('name');
  const value = elements[0]?.childForFieldName('default_value') ?? null;
  const hook = namedChildren(node).find(({ type }) => type === 'property_hook_list') ?? null;
  const isLong = value !== null && value.text.length > longValue;
  const signature = declaration(node, isLong ? value : hook);
  return {
    name: `${owner}::${name?.text ?? ''}`,
    signature: isLong ? `${signature} ...` : signature,
    doc,
    line: lineOf(node),
  };
}

function constantSymbols({ node }: CommentedNode, owner: string, doc: string): CodeSymbol[] {
  const elements = namedChildren(node).filter(({ type }) => type === 'const_element');
  const names = elements.map((element) => element.firstNamedChild?.text ?? '');
  if (names.length === 0 || isHidden(doc)) return [];
  const value = elements[0]!.lastNamedChild;
  const isLong = value !== null && node.text.length > longValue;
  const signature = declaration(node, isLong ? value : null);
  // The value shows the type.
  const about = doc.replace(/^@var[ \t]+\S+[ \t]*$/m, '').trim();
  return [
    {
      name: memberPath(owner, names.slice(0, 3).join(', '), '::'),
      signature: isLong ? `${signature} ...` : signature,
      doc: about,
      line: lineOf(node),
    },
  ];
}

/** Returns a documented constant of `define('SAW', 1)`. */
function definedSymbols(node: Node, doc: string): CodeSymbol[] {
  const [, name] = /^define\(\s*['"]([\w\\]+)['"]/.exec(node.text.slice(0, 300)) ?? [];
  if (name === undefined || doc === '' || node.text.length > longValue) return [];
  return [{ name, signature: declaration(node, null), doc, line: lineOf(node) }];
}

/** Returns a declaration without its attributes, up to its body. */
function declaration(node: Node, end: Node | null): string {
  const from = node.childForFieldName('attributes')?.endIndex ?? node.startIndex;
  const to = (end?.startIndex ?? node.endIndex) - node.startIndex;
  const text = node.text
    .slice(from - node.startIndex, to)
    .trim()
    .replace(/;$/, '')
    .replace(/#\[\\?SensitiveParameter\]\s*/g, '');
  return dedentBelow(text, node.startPosition.column);
}
