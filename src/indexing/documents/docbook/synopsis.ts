import { singleSpaced } from '../clean.ts';
import { attribute, childElements, isElement, textOf } from '../html/dom.ts';
import type { Element, Node } from '../html/dom.ts';
import { withNames } from './entities.ts';

/** Returns the characters of code. Leaves out the marks of callouts and notes on lines. */
export function codeOf(node: Node): string {
  const text = textOf(node);
  if (text !== undefined) return withNames(text);
  if (!('children' in node)) return '';
  if (isElement(node)) {
    if (node.name === 'co' || node.name === 'indexterm') return '';
    if (node.name === 'sbr') return '\n';
    const kind = attribute(node, 'class');
    if (node.name === 'type' && /^(?:union|intersection)$/.test(kind))
      return childElements(node)
        .map(codeOf)
        .join(kind === 'union' ? '|' : '&');
  }
  return node.children.map(codeOf).join('');
}

/** Returns the text of an element on one line. */
export function lineOf(node: Node): string {
  return singleSpaced(codeOf(node));
}

/** Returns the children with one of some names. */
export function named(element: Element, ...names: string[]): Element[] {
  return childElements(element).filter(({ name }) => names.includes(name));
}

function lines(element: Element, ...names: string[]): string[] {
  return named(element, ...names).map(lineOf);
}

/** Returns the form of a command as a manual page shows it: `saw [-v] {in | out} FILE...`. */
export function commandForm(element: Element): string {
  if (element.name === 'sbr') return '\n';
  const isGroup = element.name === 'group';
  const isArg = isGroup || element.name === 'arg';
  if (!isArg && element.name !== 'cmdsynopsis' && element.name !== 'synopfragment') {
    return lineOf(element);
  }
  const parts = element.children.map((child) =>
    isElement(child) ? commandForm(child) : lineOf(child),
  );
  const text = parts.filter((part) => part !== '').join(isGroup ? ' | ' : ' ');
  if (!isArg) return text.replace(/ *\n */g, '\n');
  const choice = attribute(element, 'choice') || 'opt';
  const shown = choice === 'opt' ? `[${text}]` : choice === 'req' ? `{${text}}` : text;
  return attribute(element, 'rep') === 'repeat' ? `${shown}...` : shown;
}

/** Returns the prototypes of a function of C. */
export function functionForm(element: Element): string {
  const forms = named(element, 'funcsynopsisinfo', 'funcprototype').map((part) => {
    if (part.name === 'funcsynopsisinfo') return codeOf(part).trim();
    const parameters = lines(part, 'paramdef', 'void', 'varargs');
    const all = parameters.map((text, at) => {
      const { name } = named(part, 'paramdef', 'void', 'varargs')[at]!;
      return name === 'paramdef' ? text : name === 'void' ? 'void' : '...';
    });
    return `${lines(part, 'funcdef').join(' ')}(${all.join(', ')});`;
  });
  return forms.join('\n');
}

/** Returns the signature of a method, with its types as PHP and UML write them: `cut(Wood wood, int times = 1): bool`. */
export function methodForm(element: Element): string {
  const parameters = named(element, 'methodparam').map((each) => {
    const text = lines(each, 'modifier', 'type', 'parameter', 'funcparams').join(' ');
    const [initial] = lines(each, 'initializer');
    const shown = initial === undefined ? text : `${text} = ${initial}`;
    return attribute(each, 'rep') === 'repeat' ? `${shown}...` : shown;
  });
  const before = lines(element, 'modifier', 'methodname');
  const [result] = [...lines(element, 'type'), ...named(element, 'void').map(() => 'void')];
  const signature = `${before.join(' ')}(${parameters.join(', ')})`;
  return result === undefined ? signature : `${signature}: ${result}`;
}

/** Returns a field, as in `public int teeth = 8`. */
export function fieldForm(element: Element): string {
  const text = lines(element, 'modifier', 'type', 'varname').join(' ');
  const [initial] = lines(element, 'initializer');
  return initial === undefined ? text : `${text} = ${initial}`;
}

/** Returns a class with its fields and methods. */
export function classForm(element: Element): string {
  const heads = named(element, 'ooclass', 'oointerface', 'ooexception').map((each) =>
    lines(each, 'modifier', 'classname', 'interfacename', 'exceptionname').join(' '),
  );
  const members = childElements(element).flatMap((each) => {
    if (each.name === 'fieldsynopsis') return [`  ${fieldForm(each)};`];
    return /^(?:method|constructor|destructor)synopsis$/.test(each.name)
      ? [`  ${methodForm(each)};`]
      : [];
  });
  const kind = attribute(element, 'class') || 'class';
  const head = `${kind} ${heads.join(' ')}`;
  return members.length === 0 ? head : [`${head} {`, ...members, '}'].join('\n');
}
