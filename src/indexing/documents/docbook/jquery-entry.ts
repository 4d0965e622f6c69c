import { byWord } from '../by-word.ts';
import { escapeUTF8 } from 'entities';
import { attribute, isElement } from '../html/dom.ts';
import type { Element, Parent } from '../html/dom.ts';
import { codeOf, lineOf, named } from './synopsis.ts';
import { codeHtml, listingHtml, nothing, treeWriter, type Writer } from './tree-writer.ts';

/**
 * Returns entries of the references of jQuery, jQuery UI and jQuery Mobile as HTML: signatures with their arguments, text, options, events,
 * and examples. https://github.com/scottgonzalez/grunt-jquery-content
 */
export function jqueryHtml(root: Parent): string {
  return innerHtml(root, 0);
}

const { innerHtml, inTag, sameTag } = treeWriter(elementHtml);

function elementHtml(node: Element, level: number): string {
  return writers.get(node.name)?.(node, level) ?? sameHtml(node, level);
}

/** Writes an element of HTML. */
const sameHtml = sameTag(['id', 'class', 'href', 'alt']);

/** Writes an entry, an option, an event or a method of a widget, as a part with its name. */
const part: Writer = (element, around) => {
  const level = Math.min(around + 1, 6);
  const [title] = named(element, 'title');
  const name = title ? lineOf(title) : attribute(element, 'name');
  const forms = named(element, 'signature').map((each) => signatureHtml(name, each));
  const examples = named(element, 'example').map((each) => exampleHtml(each, level));
  const heading = `<h${level}>${escapeUTF8(name)}</h${level}>`;
  const text = `${descriptionHtml(element, level)}${factsHtml(element)}${forms.join('')}`;
  const below = Math.min(level + 1, 6);
  const shown = examples.length === 0 ? '' : `<h${below}>Examples</h${below}>`;
  const id = level === 1 ? '' : ` id="${escapeUTF8(`${element.name}-${name}`)}"`;
  return `<section${id}>${heading}${text}${innerHtml(element, level)}${shown}${examples.join('')}</section>`;
};

function descriptionHtml(element: Element, level: number): string {
  return named(element, 'desc')
    .map((each) => `<div>${innerHtml(each, level)}</div>`)
    .join('');
}

const facts: readonly [string, string][] = [
  ['return', 'Returns'],
  ['type', 'Type'],
  ['default', 'Default'],
  ['deprecated', 'Deprecated since'],
  ['removed', 'Removed in'],
];

/** Writes what the attributes of an entry tell. The type of an entry is its kind. */
function factsHtml(element: Element): string {
  const shown = facts.flatMap(([name, label]) => {
    const isKind = name === 'type' && element.name === 'entry';
    const value = name === 'type' ? typeOf(element) : attribute(element, name);
    return isKind || value === '' ? [] : [`<li>${label} <code>${escapeUTF8(value)}</code></li>`];
  });
  return shown.length === 0 ? '' : `<ul>${shown.join('')}</ul>`;
}

/** Returns the types of an argument or a result, with the arguments of a function: `Function(index: Integer) => String`. */
function typeOf(element: Element): string {
  const all = named(element, 'type').map((each) => attribute(each, 'name') || lineOf(each));
  const type = [attribute(element, 'type'), ...all].filter((each) => each !== '').join(' | ');
  const given = named(element, 'argument').map((each) =>
    [attribute(each, 'name'), typeOf(each)].filter((text) => text !== '').join(': '),
  );
  const [result = ''] = named(element, 'return').map(typeOf);
  const form = given.length === 0 ? type : `${type}(${given.join(', ')})`;
  return result === '' ? form : `${form} => ${result}`;
}

/** What a signature takes. An argument of several entries is in a file of its own. */
function argumentsOf(signature: Element): { name: string; isOptional: boolean; each: Element }[] {
  return named(signature, 'argument', 'xi:include').map((each) => {
    const [, file = ''] = /([\w-]{1,60}?)(?:-argument)?\.xml$/.exec(attribute(each, 'href')) ?? [];
    const isOptional = file !== '' || attribute(each, 'optional') === 'true';
    return { name: attribute(each, 'name') || file, isOptional, each };
  });
}

/** Writes a signature as code, with a list of what it takes. */
function signatureHtml(title: string, signature: Element): string {
  const given = argumentsOf(signature);
  const added = named(signature, 'added').map(lineOf).join(', ');
  const since = added === '' ? '' : `<p>Since ${escapeUTF8(added)}.</p>`;
  if (given.length === 0 && !title.endsWith(')')) return since;
  const names = given.map(({ name, isOptional }) => (isOptional ? `[${name}]` : name));
  const form = `${title.replace(/\(.*$/, '')}(${names.join(', ')})`;
  const items = given.map(({ name, each }) => propertyHtml(name, each));
  const list = items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
  return `${codeHtml(form, 'javascript')}${since}${list}`;
}

/** Writes an argument or a property with its type, its default and its text, and the properties of an object. */
function propertyHtml(name: string, element: Element): string {
  const type = typeOf(element);
  const initial = attribute(element, 'default');
  const notes = [
    type === '' ? '' : `<code>${escapeUTF8(type)}</code>`,
    initial === '' ? '' : `default <code>${escapeUTF8(initial)}</code>`,
  ].filter((note) => note !== '');
  const about = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  const text = named(element, 'desc').map((each) => `: ${innerHtml(each, 6)}`);
  const properties = named(element, 'property').map((each) =>
    propertyHtml(attribute(each, 'name'), each),
  );
  const list = properties.length === 0 ? '' : `<ul>${properties.join('')}</ul>`;
  return `<li><code>${escapeUTF8(name)}</code>${about}${text.join('')}${list}</li>`;
}

/** Writes an example: what it shows, its program and its page. The style of the page tells nothing. */
function exampleHtml(example: Element, level: number): string {
  const codes = named(example, 'code', 'html').map((each) =>
    listingHtml(each, each.name === 'html' ? 'html' : 'javascript'),
  );
  return descriptionHtml(example, level) + codes.join('');
}

const code: Writer = (element, level) => {
  const isBlock = isElement(element.parent) && element.parent.name === 'pre';
  return isBlock ? escapeUTF8(codeOf(element)) : inTag('code')(element, level);
};

/** How elements are written. Others are those of HTML. */
const writers = byWord<Writer>([
  [
    'title signature desc example type return added sample category note argument property xi:include',
    nothing,
  ],
  ['entry option event method', part],
  ['entries options events methods longdesc', innerHtml],
  ['code', code],
]);
