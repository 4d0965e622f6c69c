import { codePieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import type { HtmlContext } from './context.ts';
import { attribute, childElements, classes, findElement, isElement, lineText } from './dom.ts';
import type { Element } from './dom.ts';
import { asLabel } from './labels.ts';

/** Maximum number of elements among which to look for the parts of a member. */
const near = 40;

/** Returns a member of a class in Scaladoc of Scala 2 or 3, with its signature as code; undefined for any other element. */
export function scaladocPieces(element: Element, ctx: HtmlContext): Piece[] | undefined {
  const signature = signatureOf(element);
  const name = signature.map(nameIn).find((each) => each !== undefined);
  if (name === undefined) return undefined;
  for (const each of [...signature.map(headingAround), ...repeated(element)]) ctx.skip.add(each);
  const anchor = attribute(element, 'id') || memberAnchor(element);
  const code = signature.map(lineText).join(' ').trim();
  const pieces = [...codePieces(code, 'scala'), ...ctx.blocks(element).map(asLabel)];
  return [{ kind: 'symbol', title: lineText(name), ...(anchor !== '' && { anchor }), pieces }];
}

/** Returns the elements with the signature: one in Scala 3, and two beside each other in Scala 2. */
function signatureOf(element: Element): Element[] {
  const isMember = classes(element).includes('documentableelement');
  const isItem = element.name === 'li' && element.attribs['visbl'] !== undefined;
  const names = isMember ? ['signature'] : isItem ? ['modifier_kind', 'symbol'] : [];
  return names.map((name) => withClass(element, name)).filter((each) => each !== undefined);
}

/** Returns the heading around a signature in older versions of Scala 2, or the signature. */
function headingAround(signature: Element): Element {
  const { parent } = signature;
  return isElement(parent) && parent.name === 'h4' ? parent : signature;
}

function nameIn(signature: Element): Element | undefined {
  return findElement(
    signature,
    (each) => classes(each).some((own) => /^(?:name|implicit|documentablename)$/.test(own)),
    near,
  );
}

/** Returns the first sentence of a member if the whole comment follows. */
function repeated(element: Element): Element[] {
  const brief = withClass(element, 'shortcomment') ?? withClass(element, 'documentablebrief');
  const whole = withClass(element, 'comment') ?? withClass(element, 'cover');
  return brief === undefined || whole === undefined || lineText(whole) === '' ? [] : [brief];
}

function memberAnchor(element: Element): string {
  const link = childElements(element).find((each) => each.name === 'a');
  return link === undefined ? '' : attribute(link, 'id');
}

function withClass(element: Element, name: string): Element | undefined {
  return findElement(element, (each) => classes(each).includes(name), 3 * near);
}
