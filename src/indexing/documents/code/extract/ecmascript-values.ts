import type { Node } from 'web-tree-sitter';
import { dedent } from '../nodes.ts';

const longValue = 300;

/** Text from `node` to its end with the body of a function, or a long value, left out. */
export function valueSignature(node: Node, value: Node | null): string {
  const whole = () => dedent(node.text, node.startPosition.column);
  const before = (at: number) =>
    dedent(node.text.slice(0, at - node.startIndex), node.startPosition.column).trimEnd();
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
