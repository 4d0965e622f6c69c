/** A call in source code of Python. Its arguments are as written. */
export interface PythonCall {
  /** What is called, such as `parser.add_argument`. */
  name: string;
  /** The variable that gets the result; '' if none. */
  assigned: string;
  listed: string[];
  named: ReadonlyMap<string, string>;
}

const strings = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/
  .source;
const callOrText = new RegExp(
  `${strings}|#.*|(?<![\\w.]|\\bdef )((?:[A-Za-z_]\\w{0,60}\\.){0,6}[A-Za-z_]\\w{0,60})[ \\t]*\\(`,
  'g',
);
const piece = new RegExp(`${strings}|#.*|[^"'#()[\\]{},]+|[\\s\\S]`, 'y');

const mostCalls = 2_000;
const longestCall = 20_000;
/** Characters to read for all calls of a text. Calls in arguments are read twice. */
const mostRead = 500_000;

/** Returns the calls in a text whose names are wanted, also those in arguments of others, in their order. */
export function readCalls(text: string, isWanted: (name: string) => boolean): PythonCall[] {
  const calls: PythonCall[] = [];
  let read = 0;
  for (const match of text.matchAll(callOrText)) {
    const [whole, name] = match;
    if (calls.length === mostCalls || read > mostRead) break;
    if (name === undefined || !isWanted(name)) continue;
    const before = text.slice(Math.max(0, match.index - 200), match.index);
    const assigned = /(?:^|\n)[ \t]*(\w{1,60})[ \t]*=[ \t]*$/.exec(before)?.[1] ?? '';
    const start = match.index + whole.length;
    calls.push({ name, assigned, ...argumentsAt(text, start) });
    read += piece.lastIndex - start;
  }
  return calls;
}

/** Reads the arguments that begin at a place. */
function argumentsAt(text: string, start: number): Pick<PythonCall, 'listed' | 'named'> {
  const listed: string[] = [];
  const named = new Map<string, string>();
  for (const one of writtenArguments(text, start)) {
    const [whole = '', name] = /^(\w+)\s*=(?!=)\s*/.exec(one) ?? [];
    if (name === undefined) listed.push(one);
    else named.set(name, one.slice(whole.length));
  }
  return { listed, named };
}

function writtenArguments(text: string, start: number): string[] {
  const written = [''];
  let depth = 0;
  piece.lastIndex = start;
  while (piece.lastIndex < start + longestCall) {
    const [found = ')'] = piece.exec(text) ?? [];
    depth += brackets.get(found) ?? 0;
    if (depth < 0) break;
    if (found === ',' && depth === 0) written.push('');
    else if (!found.startsWith('#')) written.push(written.pop()! + found);
  }
  return written.map((each) => each.trim()).filter(Boolean);
}

const brackets = new Map([
  ...Array.from('([{', (sign): [string, number] => [sign, 1]),
  ...Array.from(')]}', (sign): [string, number] => [sign, -1]),
]);

const literal = new RegExp(
  `(?:\\s|\\(|\\+|(?:[A-Za-z_][\\w.]{0,60})\\()*(?:([rRbBuUfF]{0,2})(${strings}))`,
  'y',
);

/** Returns the text of an expression that begins with a string; undefined for another one. Strings side by side are one. */
export function textOf(expression: string): string | undefined {
  let text: string | undefined;
  literal.lastIndex = 0;
  for (let found = literal.exec(expression); found; found = literal.exec(expression)) {
    const [, prefix = '', quoted = ''] = found;
    const marks = /^(?:"""|''')/.test(quoted) ? 3 : 1;
    const inner = quoted.slice(marks, -marks);
    const plain = /r/i.test(prefix) ? inner : unescaped(inner);
    text = (text ?? '') + (/f/i.test(prefix) ? plain.replace(/([{}])\1/g, '$1') : plain);
  }
  return text;
}

const escapes = new Map([
  ['n', '\n'],
  ['t', ' '],
  ['\n', ''],
  ['b', ''],
]);

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, sign: string) => escapes.get(sign) ?? sign);
}
