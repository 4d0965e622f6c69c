import type { CodeSymbol, ContainerStyle } from './code-symbol.ts';
import { summaryOf } from './doc/comment-text.ts';

const maxListing = 2000;
const maxSummary = 100;

/** A class, interface or trait as its head and its members' signatures, each with its comment's first sentence. */
export function containerCode(symbol: CodeSymbol, style: ContainerStyle): string {
  const members = symbol.members ?? [];
  if (members.length === 0) return `${symbol.signature}${style.empty}`;
  const lines: string[] = [];
  let size = 0;
  let shown = 0;
  for (const member of members) {
    const written = memberLines(member, style);
    size += written.length;
    if (size > maxListing) break;
    lines.push(written);
    shown += 1;
  }
  if (shown < members.length) lines.push(`    ${style.comment} … ${members.length - shown} more`);
  const close = style.close === '' ? '' : `\n${style.close}`;
  return `${symbol.signature}${style.open}\n${lines.join('\n')}${close}`;
}

function memberLines(member: CodeSymbol, style: ContainerStyle): string {
  const summary = summaryOf(member.doc, maxSummary);
  const comment = summary === '' ? '' : `${style.comment} ${summary}\n`;
  return indent(`${comment}${memberLine(member, style)}`);
}

/** A signature as a statement of its own; a definition in Python ends in `...`. */
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
