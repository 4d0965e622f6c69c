import { singleSpaced } from '../../clean.ts';
import { capitalized } from '../../text-pieces.ts';
import { starredComments, tidyComment } from '../doc/comment-text.ts';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { declarationBelow } from './gtk-doc-declaration.ts';

/** A comment for gtk-doc. */
interface GtkComment {
  /** The symbol: `acme_saw_cut`, `AcmeSaw:depth`, `AcmeSaw::stopped` or `SECTION:saw`. */
  name: string;
  doc: string;
  /** 1-based line of the name. */
  line: number;
  /** Index of the line below the comment. */
  next: number;
}

/** https://gi.readthedocs.io/en/latest/annotations/gtkdoc.html: an identifier with annotations. Some have no colon before these. */
const identifier =
  /^[ \t]*\*[ \t]+(SECTION:[ \t]*[\w.-]+|[A-Za-z_]\w*(?:(?:::?|\.|\|)[\w.-]+)?)[ \t]*(:?)[ \t]*((?:\([^()\n]{0,200}\)[ \t]*){0,9}):?[ \t]*$/;
const longestLine = 2_000;
/** What says no more than the name, as in "The AcmeSaw struct contains only private data." */
const noText = /\bonly (?:contains )?private|\bprivate (?:data|fields|members)\b|^All the fields/i;

/**
 * Returns the symbols of a source of GNOME's libraries, by their comments. The comment of the section or of the class that the file
 * has the name of is the comment of the file.
 */
export function readGtkDoc(content: string, path: string): CodeFile {
  const lines = content.split(/\r?\n/).map((line) => line.slice(0, longestLine));
  const isSource = path.endsWith('.c');
  const comments = gtkComments(lines);
  const main = comments.find(({ name }) => isMain(name, path));
  const symbols = comments.flatMap((comment): CodeSymbol[] => {
    const { name, doc, line, next } = comment;
    if (comment === main || name.startsWith('SECTION:')) return [];
    const signature = declarationBelow(lines, next, { name, isSource });
    const isTrivial = doc.length < shortest && noText.test(doc);
    return signature === undefined || doc === '' || isTrivial
      ? []
      : [{ name, signature, doc, line }];
  });
  return { ...titleAndDoc(main, ownerOf(symbols, path)), symbols };
}

const shortest = 200;

/** Returns what the names of types in a file begin with, such as `Acme` for `AcmeSaw`; '' if it has none. */
export function typePrefix({ title, symbols }: CodeFile): string {
  const names = [title, ...symbols.map(({ name }) => name)];
  for (const name of names) {
    const [, prefix] = /^([A-Z][a-z]*)[A-Z]/.exec(name) ?? [];
    if (prefix !== undefined) return prefix;
  }
  const [, word = ''] = /^([a-z]+)_/.exec(names[1] ?? '') ?? [];
  return capitalized(word);
}

function gtkComments(lines: readonly string[]): GtkComment[] {
  const comments: GtkComment[] = [];
  for (const { start, end } of starredComments(lines)) {
    const name = nameIn(lines[start] ?? '');
    if (name === '' || isHidden(name)) continue;
    const doc = textOf(lines.slice(start + 1, end), lines[end]);
    comments.push({ name, doc, line: start + 1, next: end + 1 });
  }
  return comments;
}

/** Returns the name on the first line of a comment. Without a colon, it is a sentence, or a name of Doxygen, and the result is ''. */
function nameIn(line: string): string {
  const [, name = '', colon = '', notes = ''] = identifier.exec(line) ?? [];
  const isOther = colon === '' && notes === '' && !name.includes(':');
  return isOther ? '' : name.replace(/\s/g, '');
}

function textOf(lines: readonly string[], last = ''): string {
  const text = [...lines, last.split('*/', 1)[0]!];
  return tidyComment(
    text.map((line) => line.replace(/^[ \t]*\*+(?: |$)/, '').trimEnd()).join('\n'),
  );
}

/** Returns whether a name is for the library only, as those with an underscore in front are. */
function isHidden(name: string): boolean {
  return name.startsWith('_') || name.endsWith('Private');
}

/** Returns whether a comment is that of the file: of its first section, or of the class that the file has the name of. */
function isMain(name: string, path: string): boolean {
  if (name.startsWith('SECTION:')) return true;
  const file = /([^/]*)\.\w+$/.exec(path)?.[1] ?? '';
  return /^[A-Z]\w*$/.test(name) && name.toLowerCase() === file.replace(/[-_]/g, '').toLowerCase();
}

/** Returns the class that properties and signals in a file of its name belong to, or else the file with its folder. */
function ownerOf(symbols: readonly CodeSymbol[], path: string): string {
  const owners = symbols.map(({ name }) => name.split(/[:.|]/, 1)[0]!.replace(/Class$/, ''));
  const owner = owners.find((name) => isMain(name, path));
  return (
    owner ??
    path
      .split('/')
      .slice(-2)
      .join('/')
      .replace(/\.\w+$/, '')
  );
}

function titleAndDoc(main: GtkComment | undefined, title: string): Pick<CodeFile, 'title' | 'doc'> {
  if (main === undefined) return { title, doc: '' };
  if (!main.name.startsWith('SECTION:')) return { title: main.name, doc: main.doc };
  const fields = new Map<string, string>();
  const doc = main.doc.replace(
    /^@(title|[Tt]itle|short_description|[Ss]hort_[Dd]escription|see_also|[Ss]ee_also|include|stability|section_id|image|[Ss]tability)[ \t]*:(.*(?:\n[ \t]+\S.*){0,9})\n?/gm,
    (_, name: string, value: string) => {
      fields.set(name.toLowerCase(), singleSpaced(value));
      return '';
    },
  );
  const summary = fields.get('short_description') ?? '';
  const also = fields.get('see_also') ?? '';
  const texts = [capital(summary), doc.trim(), also === '' ? '' : `See also: ${also}`];
  return {
    title: fields.get('title') || main.name.slice('SECTION:'.length),
    doc: texts.filter((text) => text !== '').join('\n\n'),
  };
}

function capital(summary: string): string {
  if (summary === '') return '';
  return capitalized(summary) + (/[.!?]$/.test(summary) ? '' : '.');
}
