import { bracketStep } from '../../brackets.ts';

/** A value of JavaScript that an MDX page writes out. A name, a call and a function are empty text. */
export type JsValue = string | boolean | JsValue[] | Map<string, JsValue>;

/** Maximum depth of lists and objects in each other. */
const deepest = 40;

const space = /(?:\s|\/\/[^\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\/)*/y;
const quoted = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\[\s\S])*)`/y;
const plain = /(?:[\w$.-]+)(?=\s*[,\]}])/y;
const key = /([\w$]+|"[^"\n]{1,200}"|'[^'\n]{1,200}')\s*:/y;
const tagOrText = /<(\/?)[\w.]*((?:"[^"]*"|'[^']*'|[^<>"'])*)>|[^<]+/y;

/** Reads values that are written out in JavaScript, with text and JSX elements in them. */
export class JsReader {
  private readonly source: string;
  /** Index of the next character; -1 after something that is no value. */
  at: number;

  constructor(source: string, at: number) {
    this.source = source;
    this.at = at;
  }

  /** Reads the value at the current place. The place becomes -1 if none ends in the source. */
  value(depth = 0): JsValue {
    this.match(space);
    const first = this.source[this.at];
    if (depth > deepest) return this.fail();
    if (first === '[') return this.list(depth);
    if (first === '{') return this.object(depth);
    if (first === '(' || first === '<') return this.element();
    const text = this.text();
    return text ?? this.expression();
  }

  private list(depth: number): JsValue[] {
    const values: JsValue[] = [];
    this.at += 1;
    while (!this.ends(']')) values.push(this.value(depth + 1));
    return values;
  }

  private object(depth: number): Map<string, JsValue> {
    const values = new Map<string, JsValue>();
    this.at += 1;
    while (!this.ends('}')) {
      const name = this.match(key)?.[1]!.replace(/^["']|["']$/g, '');
      const value = this.value(depth + 1);
      if (name !== undefined) values.set(name, value);
    }
    return values;
  }

  /** Returns whether a list or an object ends here. Skips the comma before its next value. */
  private ends(bracket: string): boolean {
    if (this.at < 0) return true;
    this.match(space);
    if (this.source[this.at] === ',') this.at += 1;
    this.match(space);
    if (this.at >= this.source.length) this.fail();
    if (this.source[this.at] !== bracket) return this.at < 0;
    this.at += 1;
    return true;
  }

  /** Reads text in quotes, which plus signs can join, or a number or a word; undefined for another expression. */
  private text(): string | boolean | undefined {
    const word = this.match(plain)?.[0];
    if (word !== undefined) return word === 'true' || (word !== 'false' && word);
    const parts: string[] = [];
    for (;;) {
      const found = this.match(quoted);
      if (!found) break;
      parts.push(unescaped(found[1] ?? found[2] ?? found[3] ?? ''));
      this.match(/\s*\+\s*/y);
    }
    return parts.length === 0 ? undefined : parts.join('');
  }

  /** Reads an element of JSX, with parentheses around it or without. Another expression in parentheses is empty text. */
  private element(): string {
    const open = this.match(/\(\s*(?=<)/y);
    if (!open && this.source[this.at] === '(') return this.expression();
    const start = this.at;
    let depth = 0;
    do {
      const found = this.match(tagOrText);
      if (!found) return this.fail();
      if (found[2] === undefined) continue;
      if (found[1] === '/') depth -= 1;
      else if (!found[2].endsWith('/')) depth += 1;
    } while (depth > 0);
    const shown = this.source.slice(start, this.at);
    if (open && !this.match(/\s*\)/y)) return this.fail();
    return withoutBreaks(shown);
  }

  /** Skips an expression up to the comma or the bracket after it. */
  private expression(): string {
    const start = this.at;
    let depth = 0;
    while (this.at >= 0 && this.at < this.source.length) {
      const char = this.source[this.at]!;
      if (depth === 0 && /[,\]})]/.test(char)) return this.at > start ? '' : this.fail();
      depth += bracketStep(char);
      // Searching for the end of each quote that has none would take too long.
      if (!/["'`]/.test(char)) this.at += 1;
      else if (!this.match(quoted)) return this.fail();
    }
    return this.fail();
  }

  private fail(): '' {
    this.at = -1;
    return '';
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    if (this.at < 0) return null;
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found) this.at = pattern.lastIndex;
    return found;
  }
}

const html = /<\/(?:p|code|span|strong|em|a|kbd)>|<br\s?\/?>/i;

/** Returns text without its escapes. A `<` outside of code is text, not the beginning of a tag. */
function unescaped(written: string): string {
  const text = written.replace(/\\n/g, ' ').replace(/\\([\s\S])/g, '$1');
  // A component shows such text as HTML.
  if (html.test(text)) {
    return text
      .replace(/<\/?p>|<br\s?\/?>/gi, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  }
  return text.replace(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found));
}

/** Returns an element without fragments, breaks and the text in braces that stands for a space: `<>`, `<br />`, `{' '}`. */
function withoutBreaks(element: string): string {
  return element.replace(/<\/?>|<br\s?\/?>/gi, ' ').replace(/\{(["'`])([^"'`{}]*)\1\}/g, '$2');
}
