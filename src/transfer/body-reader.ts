import { Tokenizer, TokenType } from '@streamparser/json';
import { LecternError } from '../base/errors.ts';

/** The object that a field, snippet or version belongs to. A body without a list of libraries is a library itself. */
type Owner = 'body' | 'library';

/** The parts of an import body, in their order. Values are not validated. */
export type BodyEvent =
  /** The list of libraries begins. So the fields of the outermost object do not belong to a library. */
  | { type: 'libraries' }
  /** A library of the list begins. */
  | { type: 'begin' }
  /** A field of the outermost object, a library or a version, except the lists of snippets and versions. */
  | { type: 'field'; of: Owner; inVersion?: true; name: string; value: unknown }
  | { type: 'snippet'; of: Owner; inVersion?: true; kind: 'code' | 'info'; value: unknown }
  /** A version begins. */
  | { type: 'beginVersion'; of: Owner }
  /** A version ends. `value`: the value in its place, if that is not an object. */
  | { type: 'endVersion'; of: Owner; value?: unknown }
  /** A library ends. `value`: the value in its place, if that is not an object. */
  | { type: 'end'; value?: unknown };

/** Maximum bytes of a value that is kept in memory. Every snippet is smaller. */
const maxValue = 2_000_000;
const maxDepth = 20;

const lists: Readonly<Record<string, 'code' | 'info'>> = {
  codeSnippets: 'code',
  infoSnippets: 'info',
};

type Role =
  | { is: Owner }
  | { is: 'libraries' }
  | { is: 'versions' | 'version'; of: Owner }
  | { is: 'list'; of: Owner; inVersion?: true; kind: 'code' | 'info' }
  /** Part of a value that is kept in memory. `hold` adds its children. */
  | { is: 'value'; held: Record<string, unknown> | unknown[] };

interface Frame {
  role: Role;
  closes: TokenType.RIGHT_BRACE | TokenType.RIGHT_BRACKET;
  next: 'first' | 'key' | 'colon' | 'value' | 'comma';
  key: string;
}

/**
 * Parses an import body, or a single library, as a stream. Keeps at most one snippet in memory. Throws
 * LecternError('validation_error') if the text is not JSON, is nested too deeply, or has a value that is too large.
 */
export class BodyReader {
  private readonly tokenizer = new Tokenizer({ stringBufferSize: 65_536 });
  private readonly frames: Frame[] = [];
  private events: BodyEvent[] = [];
  private done = false;
  private bytes = 0;
  private lastToken = 0;
  private valueBegan = 0;

  constructor() {
    this.tokenizer.onToken = ({ token, value, offset }) => this.take(token, value, offset);
    this.tokenizer.onError = (error) => {
      throw error instanceof LecternError ? error : notJson(whyNotJson(error));
    };
  }

  /** Returns the events of the next piece of the body. */
  read(piece: Uint8Array): BodyEvent[] {
    this.tokenizer.write(piece);
    this.bytes += piece.length;
    const { role } = this.frames.at(-1) ?? {};
    const since = role?.is === 'value' ? this.valueBegan : this.lastToken;
    if (this.bytes - since > maxValue + piece.length) this.refuseLarge();
    return this.taken();
  }

  /** Returns the last events. Throws if the body is incomplete. */
  end(): BodyEvent[] {
    if (!this.tokenizer.isEnded) this.tokenizer.end();
    if (!this.done) throw notJson('it is incomplete');
    return this.taken();
  }

  private taken(): BodyEvent[] {
    const events = this.events;
    this.events = [];
    return events;
  }

  private take(token: TokenType, value: unknown, offset: number): void {
    this.lastToken = offset;
    const frame = this.frames.at(-1);
    if (!frame) {
      if (this.done || token !== TokenType.LEFT_BRACE) throw notJson('it must be one object');
      this.open(token, { is: 'body' });
      return;
    }
    if (token === frame.closes && (frame.next === 'first' || frame.next === 'comma')) {
      this.close(frame);
    } else if (frame.next === 'comma') {
      expect(token === TokenType.COMMA, offset);
      frame.next = frame.closes === TokenType.RIGHT_BRACE ? 'key' : 'value';
    } else if (frame.next === 'colon') {
      expect(token === TokenType.COLON, offset);
      frame.next = 'value';
    } else if (frame.next === 'value' || frame.closes === TokenType.RIGHT_BRACKET) {
      frame.next = 'comma';
      this.value(frame, { token, value, offset });
    } else {
      expect(token === TokenType.STRING, offset);
      frame.key = String(value);
      frame.next = 'colon';
    }
  }

  private value(
    { role, key }: Frame,
    { token, value, offset }: { token: TokenType; value: unknown; offset: number },
  ): void {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      if (role.is === 'value' && offset - this.valueBegan > maxValue) this.refuseLarge();
      const inner = roleOf(role, key, token);
      if (inner.is === 'value' && role.is !== 'value') this.valueBegan = offset;
      if (role.is === 'value' && inner.is === 'value') hold(role.held, key, inner.held);
      this.open(token, inner);
      return;
    }
    expect(isScalar(token), offset);
    if (role.is === 'value') hold(role.held, key, value);
    else this.tell(role, key, value);
  }

  private open(token: TokenType.LEFT_BRACE | TokenType.LEFT_BRACKET, role: Role): void {
    if (this.frames.length >= maxDepth) throw notJson(`it is nested more than ${maxDepth} deep`);
    const closes = token === TokenType.LEFT_BRACE ? TokenType.RIGHT_BRACE : TokenType.RIGHT_BRACKET;
    this.frames.push({ role, closes, next: 'first', key: '' });
    if (role.is === 'libraries') this.events.push({ type: 'libraries' });
    if (role.is === 'library') this.events.push({ type: 'begin' });
    if (role.is === 'version') this.events.push({ type: 'beginVersion', of: role.of });
  }

  private close({ role }: Frame): void {
    this.frames.pop();
    const outer = this.frames.at(-1);
    if (!outer) this.done = true;
    else if (role.is === 'library') this.events.push({ type: 'end' });
    else if (role.is === 'version') this.events.push({ type: 'endVersion', of: role.of });
    else if (role.is === 'value' && outer.role.is !== 'value') {
      this.tell(outer.role, outer.key, role.held);
    }
  }

  /** Emits the events of a complete value in a body, a library or a list. */
  private tell(role: Exclude<Role, { is: 'value' }>, name: string, value: unknown): void {
    if (role.is === 'list') {
      const { is: _, ...place } = role;
      this.events.push({ type: 'snippet', ...place, value });
    } else if (role.is === 'libraries') {
      this.events.push({ type: 'begin' }, { type: 'end', value });
    } else if (role.is === 'versions') {
      const { of } = role;
      this.events.push({ type: 'beginVersion', of }, { type: 'endVersion', of, value });
    } else if (role.is === 'version') {
      this.events.push({ type: 'field', of: role.of, inVersion: true, name, value });
    } else {
      this.events.push({ type: 'field', of: role.is, name, value });
    }
  }

  private refuseLarge(): never {
    throw notJson(`a single value in it is larger than ${maxValue} bytes`);
  }
}

function roleOf(role: Role, key: string, token: TokenType): Role {
  const isList = token === TokenType.LEFT_BRACKET;
  if (role.is === 'libraries' && !isList) return { is: 'library' };
  if (role.is === 'body' && key === 'libraries' && isList) return { is: 'libraries' };
  if (role.is === 'versions' && !isList) return { is: 'version', of: role.of };
  return (isList ? listRoleOf(role, key) : undefined) ?? { is: 'value', held: isList ? [] : {} };
}

/** Returns the role of a list that is read item by item; undefined for other lists. */
function listRoleOf(role: Role, key: string): Role | undefined {
  const kind = Object.hasOwn(lists, key) ? lists[key] : undefined;
  if (role.is === 'version') return kind && { is: 'list', of: role.of, inVersion: true, kind };
  if (role.is !== 'body' && role.is !== 'library') return undefined;
  if (key === 'versions') return { is: 'versions', of: role.is };
  return kind && { is: 'list', of: role.is, kind };
}

function hold(held: Record<string, unknown> | unknown[], key: string, value: unknown): void {
  if (Array.isArray(held)) held.push(value);
  else if (key !== '__proto__') held[key] = value;
}

function isScalar(token: TokenType): boolean {
  return token >= TokenType.TRUE && token <= TokenType.NUMBER;
}

function expect(holds: boolean, offset: number): void {
  if (!holds) throw notJson(`byte ${offset} is not JSON`);
}

/** The tokenizer names the states of its own machine, which say nothing to a reader. */
function whyNotJson({ message }: Error): string {
  const at = /absolute position "(\d+)"/.exec(message)?.[1];
  return at === undefined ? message : `byte ${at} is not JSON`;
}

function notJson(why: string): LecternError {
  return new LecternError('validation_error', `The libraries cannot be read: ${why}.`);
}
