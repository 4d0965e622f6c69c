import { childElements, isElement, lineText, rawText } from './dom.ts';
import type { Element } from './dom.ts';

/** Returns a formula of MathML as TeX. KaTeX and others write their source beside it. */
export function formulaText(math: Element): string {
  const source = annotation(math);
  return source === undefined ? texOf(math) : rawText(source);
}

function annotation(math: Element): Element | undefined {
  const [only] = math.children.filter(isElement);
  return only?.children.filter(isElement).find((child) => child.name === 'annotation');
}

type Writer = (parts: string[]) => string;

/** Elements whose parts a reader sees at different heights. Text alone would join them: x2 for a power. */
const writers = new Map<string, Writer>([
  ['mfrac', ([above = '', below = '']) => `\\frac{${above}}{${below}}`],
  ['msqrt', (parts) => `\\sqrt{${parts.join('')}}`],
  ['mroot', ([base = '', index = '']) => `\\sqrt[${index}]{${base}}`],
  ['msup', ([base = '', upper = '']) => `${base}^${group(upper)}`],
  ['mover', ([base = '', upper = '']) => `${base}^${group(upper)}`],
  ['msub', ([base = '', lower = '']) => `${base}_${group(lower)}`],
  ['munder', ([base = '', lower = '']) => `${base}_${group(lower)}`],
  ['msubsup', both],
  ['munderover', both],
  ['mtr', (parts) => `${parts.join(' & ')} \\\\ `],
]);

function both([base = '', lower = '', upper = '']: string[]): string {
  return `${base}_${group(lower)}^${group(upper)}`;
}

function group(part: string): string {
  return part.length === 1 ? part : `{${part}}`;
}

function texOf(element: Element): string {
  const children = childElements(element);
  if (children.length === 0) return lineText(element);
  const parts = children.map(texOf);
  return (writers.get(element.name) ?? ((all) => all.join('')))(parts);
}
