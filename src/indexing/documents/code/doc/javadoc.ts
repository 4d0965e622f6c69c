import { trimBlankLines } from '../../blank-lines.ts';
import { escapeText } from 'entities';
import { singleSpaced } from '../../clean.ts';
import { decodeEntities } from '../../entities.ts';
import type { DocPart } from '../code-symbol.ts';
import {
  closingBrace,
  codeSpan,
  linkText,
  namedItem,
  oneLine,
  replaceInlineTags,
  splitTags,
  titledList,
  type BlockTag,
} from '../../block-tags.ts';
import { htmlToMarkdown } from './html-text.ts';
import { dedentText } from '../../indentation.ts';
import { pushText } from './markdown-parts.ts';

/**
 * Parses Javadoc: HTML and inline tags as Markdown, `<pre>` and `{@snippet}` as code, a part for each heading, block tags as
 * lists.
 */
export function javadocParts(doc: string): DocPart[] {
  const { description, tags } = splitTags(doc, { inline: true });
  const parts: DocPart[] = [{ heading: '', blocks: [] }];
  let at = 0;
  for (const piece of codePieces(description)) {
    pushProse(parts, description.slice(at, piece.start));
    if (piece.code.trim() !== '') {
      parts.at(-1)!.blocks.push({ kind: 'code', language: 'java', code: piece.code });
    }
    at = piece.end;
  }
  pushProse(parts, description.slice(at));
  pushText(parts[0]!.blocks, tagLists(tags));
  return parts;
}

/** A heading, and the beginning and the end of a table, whose rows can have headings. */
const headingTag = /<(\/?)table\b|<h([1-6])(?:\s[^<>]{0,300})?>([^]{1,500}?)<\/h\2>/gi;

/** Adds text to the last part, and a part for each heading in it. */
function pushProse(parts: DocPart[], html: string): void {
  let at = 0;
  let isTable = false;
  for (const { index, 0: whole, 1: slash, 2: level, 3: title = '' } of html.matchAll(headingTag)) {
    if (level === undefined) isTable = slash === '';
    if (level === undefined || isTable) continue;
    pushText(parts.at(-1)!.blocks, markdown(html.slice(at, index)));
    parts.push({ heading: singleSpaced(markdown(title)), level: Number(level), blocks: [] });
    at = index + whole.length;
  }
  pushText(parts.at(-1)!.blocks, markdown(html.slice(at)));
}

interface CodePiece {
  start: number;
  end: number;
  code: string;
}

function codePieces(text: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  const opening = /<pre(?:\s[^>]*)?>|\{@snippet\b/gi;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const piece = match[0].startsWith('{') ? snippet(text, match.index) : preformatted(text, match);
    pieces.push(piece);
    opening.lastIndex = piece.end;
  }
  return pieces;
}

function snippet(text: string, start: number): CodePiece {
  const close = closingBrace(text, start);
  const end = close < 0 ? text.length : close;
  const inner = text.slice(start, end);
  const body = inner.slice(inner.indexOf('\n') + 1);
  return {
    start,
    end: Math.min(end + 1, text.length),
    code: inner.includes('\n') ? dedentText(trimBlankLines(body)) : '',
  };
}

function preformatted(text: string, match: RegExpExecArray): CodePiece {
  const from = match.index + match[0].length;
  const close = text.toLowerCase().indexOf('</pre>', from);
  const end = close < 0 ? text.length : close;
  const inner = text.slice(from, end).replace(/<\/?(?:code|b|i|em|strong|span)(?:\s[^>]*)?>/gi, '');
  const code = decodeEntities(replaceInlineTags(inner, (_, body) => body));
  return {
    start: match.index,
    end: Math.min(end + 6, text.length),
    code: dedentText(trimBlankLines(code)),
  };
}

function markdown(text: string): string {
  const unlinked = replaceInlineTags(text, (name, body) => {
    // The content of {@code} is text. The conversion of HTML must keep its angle brackets.
    if (name === 'literal') return escapeText(body);
    if (name === 'code' || name === 'value') return codeSpan(escapeText(body));
    if (name.startsWith('link')) return linkText(body);
    return name === 'inheritDoc' || name === 'docRoot' ? '' : body;
  });
  return htmlToMarkdown(unlinked);
}

const shown: Readonly<Record<string, string>> = {
  return: 'Returns',
  deprecated: '**Deprecated**',
  since: 'Since',
  see: 'See',
  apiNote: 'Note',
  implNote: 'Note',
  implSpec: 'Note',
};

function tagLists(tags: BlockTag[]): string {
  const parameters = named(tags, ['param']);
  const thrown = named(tags, ['throws', 'exception']);
  const others = tags
    .filter(({ name }) => Object.hasOwn(shown, name))
    .map(
      ({ name, text }) =>
        `${shown[name]}: ${markdown(name === 'see' ? seeText(text) : oneLine(text))}`,
    );
  return [titledList('Parameters', parameters), ...others, titledList('Throws', thrown)]
    .filter((text) => text !== '')
    .join('\n\n');
}

function seeText(text: string): string {
  const target = oneLine(text);
  return /^[<"]/.test(target) ? target.replace(/^"|"$/g, '') : `{@link ${target}}`;
}

function named(tags: BlockTag[], names: string[]): string[] {
  return tags
    .filter(({ name }) => names.includes(name))
    .map(({ text }) => {
      const [, name = '', about = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text)!;
      return namedItem(name, markdown(oneLine(about)));
    });
}
