import type { Node } from 'web-tree-sitter';
import type { CodeSymbol } from '../code-symbol.ts';
import { lineOf, namedChildren, signatureText } from '../nodes.ts';
import { memberSymbols } from './ecmascript-members.ts';
import { valueSignature } from './ecmascript-values.ts';

interface Declaration {
  /** The whole statement, `export` and decorators included. */
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
const expressions = new Set(['arrow_function', 'function_expression', 'object']);

/** An interface up to this length is shown whole; a longer one as a list of its members. */
const shortBody = 2000;

/** What a declaration declares; [] for statements that declare nothing. */
export function declarationSymbols(declaration: Declaration): CodeSymbol[] {
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
    return [{ name: name.text, signature, doc: index === 0 ? doc : '', line: lineOf(declarator) }];
  });
}
