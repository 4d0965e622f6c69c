import { withoutSpecificationMarks } from '../specification-marks.ts';

/** The script of ReSpec, or its settings, in the head of a page. */
const script =
  /<script\b[^<>]{0,300}\bsrc=["']?[^"'<>]{0,300}\brespec\b|\brespecConfig\s{0,9}=\s{0,9}\{/i;
const longestHead = 100_000;
/** The beginning and the end of code, whose brackets are no marks. */
const code = /(<\/?(?:pre|script|style)\b)/i;

/** Returns the source of a specification without the marks that ReSpec replaces in the browser. Returns any other page as it is. */
export function withoutRespecMarks(html: string): string {
  if (!script.test(html.slice(0, longestHead))) return html;
  let isCode = false;
  const parts = html.split(code).map((part, at) => {
    if (at % 2 === 0) return isCode ? part : withoutSpecificationMarks(part);
    isCode = !part.startsWith('</');
    return part;
  });
  return parts.join('');
}
