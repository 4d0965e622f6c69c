/*
 * Removes HTML tags from Markdown, and leaves the Markdown between them unchanged. `../html`
 * cannot do this. It parses a page into a tree and writes new Markdown. So it joins lines and decodes
 * entities. It also drops unknown elements, such as the placeholder in `git clone <url>`. An element
 * in Markdown can also begin in one block and end in another. ADR 17 has the measurement.
 */
import { cellMark, heldMark, rowMark, singleSpaced } from '../clean.ts';
import { decodeEntities } from '../entities.ts';
import { outsideFences } from '../fences.ts';
import { isLabel } from '../link-lists.ts';
import { wordsOf } from './component-words.ts';

/**
 * Maximum length of a block of HTML. A longer one is a generated page, and only its beginning is
 * read.
 */
const longestHtml = 200_000;

/**
 * Elements whose content is not text. Each match stops at the next tag with the same name, so a
 * million unclosed tags cost one pass.
 */
const silent =
  /<(script|style|svg|iframe|video|audio|noscript|object|head|colgroup)\b(?:(?!<\1\b)[\s\S])*?<\/\1\s*>/gi;
/** Elements that no reader sees, up to the first end tag with their name. The class is Bootstrap's. */
const concealed =
  /<([A-Za-z][\w-]*)\b(?=[^<>]{0,500}(?:\shidden(?=[\s>=])|\sclass\s*=\s*["']d-none["']|\sstyle\s*=\s*["'][^"'<>]{0,300}(?:display\s*:\s*none|visibility\s*:\s*hidden)))[^<>]*>(?:(?!<\1\b)[\s\S])*?<\/\1\s*>/gi;
/** An icon of the font of Material, whose text is the name of the picture: `<i class="material-icons">home</i>`. */
const fontIcon =
  /<(span|i)\b([^<>]{0,300}\bclass(?:Name)?\s?=\s?["'][^"'<>]{0,200}\bmaterial-(?:icons|symbols)[^<>]{0,300})>\s?(\w{1,60})\s?<\/\1\s*>/gi;
/** A comment, or an instruction to a program such as `<?code-excerpt "a.dart"?>` of Dart's sites. */
const comment = /<!--[\s\S]*?(?:-->|$)|<\?(?!php\b|xml\b|=)[a-z][\s\S]*?(?:\?>|$)/g;
/** A heading whose text is Markdown in another block. */
const headingTag = /^[ \t]*<\/?h[1-6](?:\s[^<>]{0,500})?>[ \t]*$/gim;
const heading = /<h([1-6])\b([^<>]{0,500})>((?:(?!<\/?h[1-6]\b)[\s\S])*)<\/h\1\s*>/gi;
/** The text of an element that becomes bold. */
const boldText =
  /(<(summary|dt)\b[^<>]{0,500}>)((?:[^<>]|<\/?(?:a|code|em|i|span)\b[^<>]{0,500}>){0,1000})(?=<\/\2\s*>)/gi;
const preformatted = /<pre\b([^<>]{0,500})>((?:(?!<\/?pre\b)[\s\S])*)<\/pre\s*>/gi;
const button = /<button\b[^<>]{0,500}>[^<>]{0,200}<\/button\s*>/gi;
/** Code within text. Each match stops at the next tag with the same name. */
const markedCode =
  /(?<!\\)<(code|tt|samp)\b[^<>]{0,500}>((?:(?!<\/?\1\b)[\s\S]){0,2000})<\/\1\s*>/gi;
/** A tag of a part of a sentence, alone on a line between others. Without the tag, the line would be empty and end the paragraph. */
const lineOfTag =
  /(?<=[^\n]\n)[ \t]*<\/?(?:a|abbr|b|cite|em|font|i|mark|small|span|strong|u)(?:\s[^<>]{0,500})?>[ \t]*\n(?=[^\n])/gi;
const anyTag = String.raw`<(\/?)([A-Za-z][\w.-]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>`;
/** A tag. A backslash that has none before it makes text of it. */
const tag = new RegExp(String.raw`(?<!(?:^|[^\\])(?:\\\\){0,9}\\)${anyTag}`, 'g');
/** A tag in a sample, where a backslash is a character as any other. */
const tagInSample = new RegExp(anyTag, 'g');
const shortLink = String.raw`<a\b[^<>]{0,500}>[^<>]{0,60}<\/a\s*>`;
const betweenLinks = String.raw`(?:\s|&nbsp;|&(?:middot|bull);|[•·|/–—]|<\/?(?:span|b|strong|br)\b[^<>]{0,200}>)*`;
/** Three links or more in a row, such as the menu of a README. */
const linkRow = new RegExp(`${shortLink}(?:${betweenLinks}${shortLink}){2,}`, 'gi');
/** Characters around a row of links that show whether it is a part of a sentence. */
const aroundRow = 200;
/** Tags of components in a block of their own. Their content is in other blocks. */
const componentsAlone = /^\s*(?:<\/?(?:[A-Z][a-z]\w*|template)(?:\s[^<>]*)?>\s*)+$/;
/** The first tag of a component on a line of its own. Its other lines and its end can be in other blocks. */
const componentLine = /^[ \t]*(<([A-Z][a-z]\w*)(?:\s[^<>]{0,2000})?>)(?=[ \t]*(?:$|<\/))/gm;
/** A picture, whose title is not text. */
const picture = /\s:?src=.*\/>$/s;
/** An attribute of Vue whose value is code, as in `:title="a"`. */
const boundAttribute = /\s(?:[:@#]|v-)[\w:.-]{1,50}(?:=(?:"[^"]*"|'[^']*'))?/g;
const blocks = new Set(
  'address,article,aside,blockquote,body,center,dd,details,div,dl,dt,fieldset,figcaption,figure,footer,form,header,hr,html,main,nav,ol,p,picture,section,source,track,video,audio,embed,summary,table,tbody,thead,tfoot,col,colgroup,ul,caption,select,optgroup,textarea,template'.split(
    ',',
  ),
);
const inline = new Set(
  'a,abbr,b,bdi,bdo,big,button,cite,code,del,dfn,em,font,i,img,input,ins,kbd,label,mark,nobr,q,rp,rt,ruby,s,samp,small,span,strike,strong,sub,sup,time,tt,u,var,wbr,br'.split(
    ',',
  ),
);
/** The text of a row between two marks. The end of a row in another block has no mark. */
const markedRow = new RegExp(`${rowMark}([^${rowMark}]*)(${rowMark}|$)`, 'g');
const rows = new Set(['tr', 'td', 'th', 'li']);

/**
 * Tags that are markup. 'known': only HTML, because `<name>` in Markdown prose is a placeholder.
 * 'all': every tag, for MDX.
 */
export type TagRule = 'known' | 'all';

/**
 * Converts a block of raw HTML to Markdown: headings, code, lists, tables and text. Drops
 * everything else.
 */
export function htmlToMarkdown(written: string, rule: TagRule): string {
  const html = rule === 'all' ? written : withComponentWords(written);
  if (componentsAlone.test(html)) return '';
  const source = html
    .slice(0, longestHtml)
    .replace(comment, '')
    .replace(silent, '')
    .replace(concealed, '')
    .replace(fontIcon, iconText);
  if (isLogos(source)) return '';
  if (!/```|~~~/.test(source)) return reduceBlock(source, rule);
  return outsideFences(source, (text) => reduceBlock(text, rule));
}

/** Writes what components say themselves: their titles, the kinds of notes and others. MDX says it already. Code shows their tags. */
function withComponentWords(html: string): string {
  const hasCode = /```|~~~/.test(html);
  return html.replace(componentLine, (whole, tag: string, name: string) => {
    if (picture.test(tag)) return whole;
    const words = wordsOf(name, tag.replace(boundAttribute, ''));
    if (words.length === 0) return hasCode ? whole : '';
    return ['', ...words, ''].join('\n');
  });
}

/** Returns whether HTML has only pictures without a description, such as the logo of a README. In a heading, a logo is the title. */
function isLogos(html: string): boolean {
  if (!/<img\b/i.test(html) || /<h[1-6]\b/i.test(html)) return false;
  if (/[\p{L}\p{N}]/u.test(html.replace(tag, ''))) return false;
  const pictures = [...html.matchAll(tag)].filter(([, , name]) => name!.toLowerCase() === 'img');
  return pictures.every(([, , , attributes]) => isLabel(attributeOf(attributes!, 'alt')));
}

function reduceBlock(html: string, rule: TagRule): string {
  const codes: string[] = [];
  const withoutCode = html
    .replace(linkRow, withoutMenu)
    .replace(lineOfTag, '')
    .replace(boldText, (_, open: string, _name, text: string) => open + text.replaceAll('**', ''))
    .replace(preformatted, (_, attributes: string, code: string) => {
      codes.push(fence(attributes, code));
      return `\n\n\ue001${codes.length - 1}\ue001\n\n`;
    })
    .replace(markedCode, (whole, _, text: string) => {
      const code = codeSpan(text, rule);
      return code === undefined ? whole : `\ue001c${codes.push(code) - 1}\ue001`;
    });
  const withHeadings = withoutCode
    .replace(heading, (_, level: string, attributes: string, text: string) => {
      const id = attributeOf(attributes, 'id');
      const line = singleSpaced(text);
      return `\n\n${'#'.repeat(Number(level))} ${line}${id ? ` {#${id}}` : ''}\n\n`;
    })
    .replace(headingTag, '');
  const table = new TableRows();
  const closed = closedComponents(withHeadings);
  const text = withHeadings.replace(tag, (whole, close: string, name: string, attributes: string) =>
    blockTag({
      whole,
      close: close !== '',
      name: name.toLowerCase(),
      attributes,
      rule,
      closed,
      table,
    }),
  );
  const lines = withRows(text)
    .split('\n')
    .map((line) => line.trim());
  const rowsTogether = lines.join('\n').replace(/\|\n{2,}(?=\|)/g, '|\n');
  // A term whose other tag is in another block is not bold.
  const joined = rowsTogether.replace(/^\*\*$/gm, '').replace(/\n{3,}/g, '\n\n');
  return joined.replace(/\ue001c?(\d+)\ue001/g, (_, at: string) => codes[Number(at)] ?? '');
}

/** The mark and the anchor of a heading, which is plain text in a cell. */
const headingMarks = /^#{1,6} | \{#[\w.:-]{1,200}\}$/gm;

/** Writes the marked rows of a table. The cells of a row that continues in another block have blocks of their own. */
function withRows(text: string): string {
  let above: string[] = [];
  const whole = text.replace(markedRow, (_, written: string, end: string) => {
    const shown = written.split(cellMark);
    above = shown.map((cell, at) => (cell.trim() === heldMark ? (above[at] ?? '') : cell));
    const cells = above.join(cellMark);
    if (end === '') return cells.replaceAll(cellMark, '\n\n');
    const row = `| ${cells.replaceAll(cellMark, ' | ')}`;
    if (/\ue001\d/.test(cells)) return row;
    return row.replace(headingMarks, '').replace(/[ \t]*\n\s*/g, ' ');
  });
  return whole.replaceAll(cellMark, '\n\n');
}

/** Returns nothing for a row of links between two tags, and the row itself within a sentence. */
function withoutMenu(row: string, at: number, html: string): string {
  const end = at + row.length;
  const before = html.slice(Math.max(0, at - aroundRow), at).trimEnd();
  const after = html.slice(end, end + aroundRow).trimStart();
  return /(?:^|>)$/.test(before) && /^(?:$|<)/.test(after) ? '' : row;
}

interface BlockTag {
  whole: string;
  close: boolean;
  name: string;
  attributes: string;
  rule: TagRule;
  /** Names of the components whose end tag is in the text, in lower case. */
  closed: ReadonlySet<string>;
  table: TableRows;
}

function blockTag({ table, ...found }: BlockTag): string {
  const { close, name } = found;
  if (rows.has(name)) return table.tag(name, close, found.attributes);
  if (table.inRow && (name === 'br' || blocks.has(name))) return ' ';
  if (name === 'table') return `${table.reset()}\n\n`;
  if (name === 'summary' || name === 'dt') return close ? '**\n\n' : '\n\n**';
  if (blocks.has(name)) return '\n\n';
  return inlineTag(found);
}

const spannedRows = /\browspan=["'{]?(\d{1,3})\b/i;

/**
 * Marks the rows of an HTML table as rows of a Markdown table. The first row is the header, unless the table begins in another
 * block.
 */
class TableRows {
  private columns = 0;
  /** Rows below that the cell of each column spans. */
  private held: number[] = [];
  private headed = true;
  private open = false;

  /** True inside a row. A row must stay on one line. */
  get inRow(): boolean {
    return this.open;
  }

  /** Begins or ends a table. Returns the end of a row without an end tag. */
  reset(): string {
    const end = this.open ? rowMark : '';
    this.open = false;
    this.columns = 0;
    this.held = [];
    this.headed = false;
    return end;
  }

  tag(name: string, close: boolean, attributes: string): string {
    if (name === 'li') return close || this.open ? ' ' : '\n- ';
    if (name === 'tr') return this.row(close);
    if (close) return cellMark;
    const before = this.takeHeld();
    this.held[this.columns] = Math.min(Number(spannedRows.exec(attributes)?.[1] ?? 1), 50) - 1;
    this.columns += 1;
    return before;
  }

  /** Returns the cells of rows above that span the next columns. */
  private takeHeld(): string {
    let cells = '';
    for (let rows = this.held[this.columns]; rows; rows = this.held[this.columns]) {
      this.held[this.columns] = rows - 1;
      this.columns += 1;
      cells += heldMark + cellMark;
    }
    return cells;
  }

  private row(close: boolean): string {
    const end = this.open ? this.takeHeld() + rowMark : '';
    this.open = !close;
    if (!close) return `${end}\n${rowMark}`;
    const columns = this.columns;
    this.columns = 0;
    if (this.headed || end === '' || columns === 0) return end;
    this.headed = true;
    return `${end}\n|${' --- |'.repeat(Math.min(columns, 50))}`;
  }
}

/** The only class of code, which is its language in the pages of TypeDoc. */
const onlyClass = /\bclass="(?!hljs|code|highlight|nohighlight)([a-z][\w+#]{0,20})"/;

function fence(attributes: string, code: string): string {
  const inner = /^\s*<code\b([^>]{0,500})>/.exec(code)?.[1] ?? '';
  const language =
    /\b(?:language|lang|highlight-source)-([\w+#-]+)/.exec(attributes + inner)?.[1] ??
    onlyClass.exec(inner)?.[1] ??
    '';
  const shown = code.replace(button, '').replace(/<br\b[^<>]{0,50}>/gi, '\n');
  const text = decodeEntities(shown.replace(tagInSample, ''));
  return `\`\`\`\`\`${language}\n${text.replace(/^\n/, '').trimEnd()}\n\`\`\`\`\``;
}

/** Returns a code span with the characters that references stand for; undefined if a span or a row cannot hold them. */
function codeSpan(text: string, rule: TagRule): string | undefined {
  const plain = withoutTags(text, rule).trim();
  const code = decodeEntities(plain);
  const isSplit = code.split('|').length > text.split('|').length;
  return code === text || isSplit || /[`\n]/.test(code) ? undefined : `\`${code}\``;
}

/** Returns the text of code without tags, and without the backslash before each character that would begin markup. */
function withoutTags(code: string, rule: TagRule): string {
  const text = code.replace(tag, (whole, _, name: string) => {
    const lower = name.toLowerCase();
    return rule === 'all' || inline.has(lower) ? '' : whole;
  });
  const isEscaped = rule === 'all' || escapedCode.test(text);
  return isEscaped ? text.replace(/\\([<>{}[\]_*])/g, '$1') : text;
}

/** Code in which Markdown escapes its signs. A regular expression has other escapes, too. */
const escapedCode = /^(?:[^\\]|\\[<>{}[\]_*])+$/;

function inlineTag(found: Omit<BlockTag, 'table'>): string {
  const { whole, name, attributes, rule } = found;
  switch (name) {
    case 'br':
      return '\n';
    case 'img':
      return imageText(attributes);
    case 'code':
    case 'tt':
    case 'samp':
      return '`';
    default:
      return rule === 'all' || isMarkup(found) ? '' : whole;
  }
}

// Custom elements and components are always markup. `<file>` and `<FILE>` are placeholders.
function isMarkup({ whole, close, name, attributes, closed }: Omit<BlockTag, 'table'>): boolean {
  if (close || inline.has(name) || blocks.has(name) || rows.has(name)) return true;
  if (name.includes('-')) return true;
  if (name === 'option') return attributes.trim() !== '' || closed.has(name);
  if (isSet(attributes)) return true;
  return /^<[A-Z]/.test(whole) && (whole.endsWith('/>') || closed.has(name));
}

/** Returns whether a tag has an attribute with a value. A placeholder such as `<FILE NAME>` has none. */
function isSet(attributes: string): boolean {
  return /\s[\w:-]{1,50}=(?:["'][^"']*["']|\{)/.test(attributes);
}

/** Returns the names of the components and options with an end tag, as in `<Badge>new</Badge>`, in lower case. */
function closedComponents(text: string): ReadonlySet<string> {
  const ends = text.matchAll(/<\/([A-Z][\w.]*|option)\s*>/g);
  return new Set(Array.from(ends, ([, name]) => name!.toLowerCase()));
}

/** Returns what an icon tells. Checks and crosses can be all that a cell says. */
function iconText(_: string, _name: string, attributes: string, picture: string): string {
  const label = attributeOf(attributes, 'aria-label') || attributeOf(attributes, 'title');
  return label || (/check|close|cancel|done/.test(picture) ? picture : '');
}

function imageText(attributes: string): string {
  return isBadge(attributeOf(attributes, 'src')) ? '' : attributeOf(attributes, 'alt');
}

/** Returns whether an address is that of a badge: a picture that reports a state. */
export function isBadge(address: string): boolean {
  return /shields\.io|badge|codecov|travis-ci|circleci\.com|coveralls|opencollective|snyk\.io/i.test(
    address,
  );
}

function attributeOf(attributes: string, name: string): string {
  const match = new RegExp(
    `(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`,
    'i',
  ).exec(attributes);
  return singleSpaced(match?.[1] ?? match?.[2] ?? match?.[3] ?? '');
}

/** Removes HTML from a paragraph whose code spans the caller has replaced by marks. */
export function stripInlineHtml(text: string, rule: TagRule): string {
  if (!text.includes('<')) return decodeEntities(text);
  const source = text
    .replace(comment, '')
    .replace(silent, '')
    .replace(concealed, '')
    .replace(fontIcon, iconText)
    .replace(lineOfTag, '');
  const marked = source.replace(markedCode, (_, _name, code: string) => {
    return `\`${withoutTags(code, rule).trim().replaceAll('<', '&lt;')}\``;
  });
  const closed = closedComponents(marked);
  const stripped = marked.replace(tag, (whole, close: string, name: string, attributes: string) => {
    const lower = name.toLowerCase();
    if (rows.has(lower) || blocks.has(lower)) return ' ';
    return inlineTag({ whole, close: close !== '', name: lower, attributes, rule, closed });
  });
  return decodeEntities(stripped);
}
