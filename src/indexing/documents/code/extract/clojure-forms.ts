import { bracketStep } from '../../brackets.ts';
import { endOfString, lineFinder, maskMarks, type Marked } from './source-marks.ts';

/** A form of Clojure: a string, something in brackets, or a name. */
export interface ClojureForm {
  start: number;
  end: number;
  /** The quotation mark or the bracket that it begins with; '' for a name, a keyword or a number. */
  sign: '"' | '(' | '[' | '{' | '';
  /** Whether it is metadata of the form behind it, as in `^:private saw`. */
  isMeta: boolean;
}

/** Strings, comments, and characters such as `\(`. */
const marks = /"|;|\\[^\s]/g;
const mostForms = 200;

function endOfClojure(source: string, start: number, mark: string): number {
  if (mark.startsWith('\\')) return start + mark.length;
  if (mark === '"') return endOfString(source, start, mark, '');
  const end = source.indexOf('\n', start);
  return end === -1 ? source.length : end;
}

/** Reads the forms of a source of Clojure. */
export class ClojureForms {
  readonly lineAt: (index: number) => number;
  private readonly content: string;
  private readonly masked: string;
  private readonly marked: ReadonlyMap<number, Marked>;

  constructor(content: string) {
    const { masked, found } = maskMarks(content, marks, endOfClojure);
    this.content = content;
    this.masked = masked;
    this.marked = new Map(found.map((one) => [one.start, one]));
    this.lineAt = lineFinder(content);
  }

  /** Returns the forms in round brackets that begin at the first column. */
  tops(): ClojureForm[] {
    const starts = [...this.masked.matchAll(/^\(/gm)].map(({ index }) => index);
    return starts.map((start, at): ClojureForm => {
      const end = this.closing(start, starts[at + 1] ?? this.masked.length);
      return { start, end, sign: '(', isMeta: false };
    });
  }

  text(form: ClojureForm | undefined): string {
    return form ? this.content.slice(form.start, form.end) : '';
  }

  /** Returns the text of a form without another one in it. */
  textWithout({ start, end }: ClojureForm, inner: ClojureForm | undefined): string {
    const { content } = this;
    if (inner === undefined) return content.slice(start, end);
    return content.slice(start, inner.start).trimEnd() + content.slice(inner.end, end);
  }

  /** Returns the first forms in brackets. */
  inside({ start, end }: ClojureForm, most = mostForms): ClojureForm[] {
    const forms: ClojureForm[] = [];
    // A quote or metadata can stand before the bracket.
    const open = this.masked.slice(start, end).search(/[([{]/);
    let at = open === -1 ? end : start + open + 1;
    while (forms.length < most) {
      const form = this.next(at, end - 1);
      if (form === undefined) break;
      forms.push(form);
      at = form.end;
    }
    return forms;
  }

  /** Returns the value behind a key of a map; undefined if it is not there. */
  valueOf(map: ClojureForm, key: string): ClojureForm | undefined {
    const forms = this.inside(map);
    return forms[forms.findIndex((form) => this.text(form) === key) + 1 || forms.length];
  }

  private next(from: number, end: number): ClojureForm | undefined {
    const at = this.startOf(from, end);
    if (at >= end) return undefined;
    const isMeta = this.content[at] === '^';
    const [prefix] = /^(?:\^|#\^|'|`|~@?|@|#(?=["({]))*/.exec(this.content.slice(at, at + 10))!;
    const start = at + prefix.length;
    const [sign = ''] = /^["([{]/.exec(this.content[start] ?? '') ?? [];
    return {
      start: at,
      end: this.endOf(start, end, sign),
      sign: sign as ClojureForm['sign'],
      isMeta,
    };
  }

  /** Returns where a form begins behind blanks and comments. */
  private startOf(from: number, end: number): number {
    let at = from;
    while (at < end && /[\s,;]/.test(this.content[at]!)) {
      at = this.content[at] === ';' ? (this.marked.get(at)?.end ?? at + 1) : at + 1;
    }
    return at;
  }

  private endOf(start: number, end: number, sign: string): number {
    if (sign === '"') return this.marked.get(start)?.end ?? end;
    if (sign !== '') return this.closing(start, end);
    const name = /[\s,()[\]{}";]/g;
    name.lastIndex = start + 1;
    return Math.min(name.exec(this.content)?.index ?? end, end);
  }

  /** Returns the index behind the bracket that closes the one at `open`. */
  private closing(open: number, end: number): number {
    let depth = 0;
    for (let at = open; at < end; at += 1) {
      depth += bracketStep(this.masked[at]!);
      if (depth === 0) return at + 1;
    }
    return end;
  }
}
