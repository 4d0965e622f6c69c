import type { Node } from 'web-tree-sitter';
import type { CodeSymbol } from '../code-symbol.ts';
import { lineOf, namedChildren } from '../nodes.ts';
import { valueSignature } from './ecmascript-values.ts';

/** Names that `export { a }`, `export default a`, `export = a` and `module.exports = ...` make public. */
export function exportedNames(root: Node): Set<string> {
  const names = new Set<string>();
  for (const node of namedChildren(root)) {
    if (node.type === 'export_statement') esmNames(node, names);
    else if (node.type === 'expression_statement') commonjsNames(node, names);
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

function commonjsNames(statement: Node, names: Set<string>): void {
  const assignment = statement.firstNamedChild;
  if (assignment?.type !== 'assignment_expression') return;
  const left = assignment.childForFieldName('left')?.text ?? '';
  if (!/^(module\.)?exports\b/.test(left)) return;
  const right = lastOfChain(assignment);
  if (right?.type === 'identifier') names.add(right.text);
  if (right?.type === 'object') for (const name of valueNames(right)) names.add(name);
}

/** `exports = module.exports = createApplication` is a chain: its last value counts. */
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
 * A documented assignment such as `app.use = function () {}`, `exports.x = ...` or `Type.prototype.method = ...`.
 * Without a comment an assignment to a member says too little.
 */
export function commonjsSymbol({
  node,
  declared,
  doc,
}: {
  node: Node;
  declared: Node;
  doc: string;
}): CodeSymbol[] {
  const left = declared.childForFieldName('left');
  const right = declared.childForFieldName('right');
  if (!left || !right || left.type !== 'member_expression' || left.text.length > 100) return [];
  const isExport = /^(module\.)?exports\./.test(left.text);
  if (doc === '' && !(isExport && /function/.test(right.type))) return [];
  const name = left.text.replace(/^(module\.)?exports\./, '').replace('.prototype.', '.');
  if (/^(module\.)?exports$/.test(name) || /(^|\.)[_#]/.test(name)) return [];
  return [{ name, signature: valueSignature(node, right), doc, line: lineOf(node) }];
}
