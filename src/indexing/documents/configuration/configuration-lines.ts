import { indentOf } from '../indentation.ts';

// Reads the lines of a configuration file. Code that chooses files also uses it, so it imports no parser.

/** A line of a configuration file. */
export interface ConfigurationLine {
  kind: 'blank' | 'comment' | 'setting' | 'section';
  /** Columns before the text. A section stands above the settings at the margin. */
  indent: number;
  /** The key that the line sets, or the name of the section; '' if it has none. */
  key: string;
  /** True if a comment holds the setting, which then shows a default or an example. */
  isOff: boolean;
  text: string;
}

/** How a file writes a setting. */
export type Notation = 'yaml' | 'assigned' | 'spaced';

/** Returns how a file of this name writes settings: `key: value`, `key = value`, or also `key value` as many `.conf` do. */
export function notationOf(path: string): Notation {
  if (/\.ya?ml\b/i.test(path)) return 'yaml';
  return /\.(?:conf|cfg|cf)\b/i.test(path) ? 'spaced' : 'assigned';
}

/** The indentation of a section, which stands above settings at the margin. */
export const sectionIndent = -1;

const comment = /^[ \t]*(?:#+|;+)(.*)$/;
const section = /^\[{1,2}([\w."' :/-]{1,100})\]{1,2}$/;
/** Longer lines are data. */
const longest = 500;

/** Reads the lines of a configuration file. A comment in the style of a sentence is none of a setting. */
export function readConfigurationLines(
  lines: readonly string[],
  notation: Notation,
): ConfigurationLine[] {
  const read: ConfigurationLine[] = [];
  for (const text of lines) read.push(readLine(text, notation, read.at(-1)));
  return read;
}

function readLine(
  text: string,
  notation: Notation,
  before: ConfigurationLine | undefined,
): ConfigurationLine {
  const line = { indent: indentOf(text), key: '', isOff: false, text };
  if (text.trim() === '') return { ...line, kind: 'blank' };
  if (text.length > longest) return { ...line, kind: 'setting' };
  const body = comment.exec(text)?.[1];
  const [, name] = notation === 'yaml' ? [] : (section.exec((body ?? text).trim()) ?? []);
  const isOff = body !== undefined;
  if (name !== undefined)
    return { ...line, kind: 'section', indent: sectionIndent, key: name, isOff };
  if (body === undefined) return { ...line, kind: 'setting', key: keyOf(text, notation) };
  const key = keyOfComment(body, notation, before);
  return { ...line, kind: 'comment', key, isOff: key !== '' };
}

const keys: Readonly<Record<Notation, RegExp>> = {
  yaml: /^\s*(?:- )?["']?([\w./-]{1,100})["']?[ \t]*:(?:\s|$)/,
  assigned: /^\s*(?:export )?["']?([\w./-]{1,100})["']?[ \t]*[=:]/,
  spaced: /^\s*([\w./-]{1,100})(?=[ \t=:]|$)/,
};

function keyOf(text: string, notation: Notation): string {
  return keys[notation].exec(text)?.[1] ?? '';
}

/** Settings of YAML, of other files, and of those with a space before the value. Prose has more words, and begins with a capital letter. */
const offYaml =
  /^ {0,8}([a-z_][\w.-]{0,100}): {0,9}(?:$|[["'{&*|>]|[^\s[{"'&*|>#]\S*(?:\s+#.*)?$|\S+ \S+$)/;
const offAssigned = /^ {0,8}(?:export )?([A-Za-z_][\w.-]{0,100})[ \t]{0,9}=/;
const offColon = /^ ?([a-z][\w-]{0,100}): {0,9}\S+$/;
const offSpaced = /^ ?([a-z][\w-]{2,60})(?: [^\s]+){1,5}$/;
/** Words before a colon that begin a remark. */
const remark =
  /^(?:https?|ref|refs|see|note|example|examples|default|defaults|e\.g|i\.e|todo|warning|yaml-language-server)$/i;

function keyOfComment(
  body: string,
  notation: Notation,
  before: ConfigurationLine | undefined,
): string {
  const [, key = ''] =
    (notation === 'yaml' ? offYaml : offAssigned).exec(body) ??
    (notation === 'spaced' ? spacedSetting(body, before) : undefined) ??
    [];
  return remark.test(key) ? '' : key;
}

/** Without a sign between key and value, a setting looks like prose. It stands alone below an empty line of the comment, or begins the comment. */
function spacedSetting(
  body: string,
  before: ConfigurationLine | undefined,
): RegExpExecArray | undefined {
  const colon = offColon.exec(body);
  if (colon) return colon;
  const isEmpty = before === undefined || /^[ \t]*#*[ \t]*$/.test(before.text);
  const isBelow = isEmpty || before.isOff || before.text.trimEnd().endsWith(':');
  if (!isBelow || /[.,;:]$/.test(body.trim())) return undefined;
  return offSpaced.exec(body) ?? undefined;
}
