import { batchesOf } from './batches.ts';
import type { CodeSymbol, ContainerStyle } from './code-symbol.ts';
import { summaryOf } from './doc/comment-text.ts';
import { closingLine, cutLines } from './nodes.ts';

const maxListing = 2000;
const maxSummary = 100;
/** Maximum length of a signature in one part. */
const maxSignature = 2500;
/** Maximum number of parts. A longer symbol is usually generated. */
const maxParts = 10;

/** Returns a symbol's signature as code. The members of a long symbol continue in further parts. */
export function signatureParts(symbol: CodeSymbol, style: ContainerStyle): string[] {
  return symbol.members ? containerParts(symbol, style) : structureParts(symbol.signature);
}

/**
 * Returns a class, interface or trait as its head and its members' signatures, each with the first
 * sentence of its comment.
 */
function containerParts(symbol: CodeSymbol, style: ContainerStyle): string[] {
  const written = (symbol.members ?? []).map((member) => memberLines(member, style));
  const head = cutLines(symbol.signature, maxSignature);
  if (written.length === 0) return [`${head}${style.empty}`];
  const batches = batchesOf(written, maxListing, lineLength).slice(0, maxParts);
  let left = written.length;
  return batches.map((lines) => {
    left -= lines.length;
    const more = left > 0 ? [`    ${style.comment} … ${left} more`] : [];
    const close = style.close === '' ? '' : `\n${style.close}`;
    return `${head}${style.open}\n${[...lines, ...more].join('\n')}${close}`;
  });
}

/** Returns a declaration with its fields, split between lines. Each part repeats the first line. */
function structureParts(signature: string): string[] {
  const [head = '', ...lines] = signature.split('\n');
  if (signature.length <= maxSignature || head.length > maxSignature / 4) {
    return [cutLines(signature, maxSignature)];
  }
  const end = closingLine(signature);
  const inner = end === '' ? lines : lines.slice(0, -1);
  const batches = batchesOf(fieldsOf(inner), maxSignature - head.length, lineLength);
  return batches.slice(0, maxParts).map((fields, at) => {
    const isLast = at === batches.length - 1;
    return [head, ...fields, ...(isLast ? [] : ['…']), ...(end === '' ? [] : [end])].join('\n');
  });
}

/** Joins each line with the comments above it. */
function fieldsOf(lines: string[]): string[] {
  const fields: string[] = [];
  let open: string[] = [];
  let size = 0;
  for (const line of lines) {
    open.push(line);
    size += line.length;
    if (/^\s*(?:\/\/|\/?\*|#|$)/.test(line) && size < maxSignature / 2) continue;
    fields.push(open.join('\n'));
    open = [];
    size = 0;
  }
  return open.length === 0 ? fields : [...fields, open.join('\n')];
}

/** Returns the length of a line with its end. */
const lineLength = (line: string): number => line.length + 1;

function memberLines(member: CodeSymbol, style: ContainerStyle): string {
  const summary = summaryOf(member.doc, maxSummary);
  const comment = summary === '' ? '' : `${style.comment} ${summary}\n`;
  return indent(`${comment}${cutLines(memberLine(member, style), maxListing)}`);
}

/** Returns a signature as a separate statement. A definition in Python ends in `...`. */
export function memberLine({ signature }: CodeSymbol, { end }: ContainerStyle): string {
  if (end === ';') return /[;},]$/.test(signature) ? signature : `${signature};`;
  return signature.split('\n').some(isDefinition) ? `${signature}${end}` : signature;
}

function isDefinition(line: string): boolean {
  return /^(async )?(def|class) /.test(line);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}
