import { dedentBlock, indented } from '../indentation.ts';
import {
  includeLimits,
  type IncludeExpander,
  type IncludePlace,
  type OpenedFile,
} from './expansion.ts';
import { anyFolder, includeCandidates } from './include-path.ts';
import { fenceLanguage } from './included-format.ts';

/** Returns whether a file is written in QDoc, or has comments or parts in it. */
export function showsQdoc(path: string): boolean {
  return /\.(?:qdoc(?:inc)?|cpp|mm)$/i.test(path);
}

const command =
  /^([ \t]*)\\(snippet|include|quotefile|quotefromfile|printuntil|printto|printline|skipto|skipline|skipuntil|dots|codeline)(?![a-z])[ \t]*(.*)$/;

/** What `\quotefromfile` opened, and the line that the next command begins at. */
interface Quoted {
  lines: readonly string[];
  path: string;
  at: number;
}

/**
 * Shows what a document of QDoc quotes from other files. https://doc.qt.io/qt-6/08-qdoc-commands-creatinglinks.html
 * https://doc.qt.io/qt-6/qdoc-commands-includingexternalcode.html
 */
export const expandQdoc: IncludeExpander = (lines, place) => {
  const quoter = new Quoter(place);
  return joined(lines.flatMap((line) => quoter.line(line)));
};

/** Joins code that follows other code, as the parts of a quoted file do. */
function joined(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (const line of lines) {
    const isStart = /^[ \t]*\\code\b/.test(line) && /^[ \t]*\\endcode\b/.test(out.at(-1) ?? '');
    if (isStart) out.pop();
    else out.push(line);
  }
  return out;
}

class Quoter {
  private readonly place: IncludePlace;
  private quoted: Quoted | undefined;
  private steps = 0;

  constructor(place: IncludePlace) {
    this.place = place;
  }

  /** Returns the lines that replace a line. */
  line(line: string): readonly string[] {
    const [, indent = '', name, rest = ''] = command.exec(line.slice(0, includeLimits.line)) ?? [];
    if (name === undefined) return [line];
    const [path = '', tag = ''] = rest.trim().split(/\s+/);
    const shown =
      name === 'snippet' || name === 'quotefile'
        ? this.snippet(path, tag)
        : name === 'include'
          ? this.include(path, tag)
          : this.quote(name, rest.trim());
    return indented(shown, indent);
  }

  private open(path: string): OpenedFile | undefined {
    const near = includeCandidates(path, [this.place.path]);
    return this.place.open([...near, anyFolder + path.replace(/^(?:\.{0,2}\/)+/, '')]);
  }

  /** Returns a file, or the part of it with a tag. */
  private part(path: string, tag: string): OpenedFile | undefined {
    const file = this.open(path);
    const lines = this.place.take(file && (tag === '' ? file.lines : taggedPart(file.lines, tag)));
    return file && lines && { path: file.path, lines };
  }

  private snippet(path: string, tag: string): string[] {
    const part = this.part(path, tag);
    // The blank line keeps the next snippet apart.
    return part ? [...asCode(part.lines, part.path), ''] : [];
  }

  private include(path: string, tag: string): string[] {
    const part = this.part(path, tag);
    if (!part) return [];
    const own = { path: part.path, format: 'markdown' } as const;
    return this.place.within(dedentBlock(part.lines), own);
  }

  /** Takes a command for the file that is quoted. Returns the lines that it shows. */
  private quote(name: string, argument: string): string[] {
    if (name === 'quotefromfile') {
      const file = this.open(argument);
      this.quoted = file && { ...file, at: 0 };
      return [];
    }
    if (name === 'dots') {
      const margin = ' '.repeat(Math.min(Number(argument) || 4, 40));
      return ['\\code', `${margin}...`, '\\endcode'];
    }
    const { quoted } = this;
    this.steps += 1;
    if (!quoted || this.steps > mostSteps) return [];
    const start = quoted.at;
    quoted.at = endOfStep(name, argument, quoted);
    if (!name.startsWith('print')) return [];
    const shown = this.place.take(quoted.lines.slice(start, quoted.at));
    return shown ? asCode(shown, quoted.path) : [];
  }
}

/** Maximum number of moves through quoted files. */
const mostSteps = 500;

/** Returns the index of the line behind those that a command shows or skips. */
function endOfStep(name: string, pattern: string, { lines, at }: Quoted): number {
  if (name === 'codeline') return at;
  if (name === 'printline' || name === 'skipline') return at + 1;
  const isUntil = name.endsWith('until');
  if (isUntil && pattern === '') return lines.length;
  const found = lines.findIndex((line, index) => index >= at && matches(line, pattern));
  if (found === -1) return at;
  return isUntil ? found + 1 : found;
}

function asCode(lines: readonly string[], path: string): string[] {
  const code = lines.filter((line) => !mark.test(line.slice(0, includeLimits.line)));
  if (code.every((line) => line.trim() === '')) return [];
  const language = fenceLanguage(path);
  // A comment would end that of the document.
  return [
    `\\code ${language || 'text'}`,
    ...code.map((line) => line.replaceAll('*/', '*\\/')),
    '\\endcode',
  ];
}

/** A comment that begins or ends a part of a file: `//! [saw]`, `#! [saw]` and `<!--! [saw] -->`. */
const mark = /(?:\/\/|#|--|\/\*|<!--)!?[ \t]{0,9}!?[ \t]{0,9}\[[\w.+ -]{1,100}\]/;

/** Returns the lines between the marks with a name. */
function taggedPart(lines: readonly string[], tag: string): string[] | undefined {
  const name = `[${tag}]`;
  const taken: string[] = [];
  let isInside = false;
  let isKnown = false;
  for (const line of lines) {
    const isMark = mark.test(line.slice(0, includeLimits.line));
    if (isMark && line.includes(name)) {
      isInside = !isInside;
      isKnown = true;
    } else if (isInside && !isMark) taken.push(line);
  }
  return isKnown ? taken : undefined;
}

/** Returns whether a line has a text, or begins with the text of a simple expression between slashes. */
function matches(line: string, pattern: string): boolean {
  if (pattern === '') return false;
  const [, expression] = /^\/(.{1,200})\/$/.exec(pattern) ?? [];
  if (expression === undefined) return line.includes(pattern);
  const text = expression.replace(/^\^/, '').replace(/\\(.)/g, '$1').replace(/\$$/, '');
  return expression.startsWith('^') ? line.startsWith(text) : line.includes(text);
}
