/** Keys of a server's table that define the connection; other keys belong to the user. */
const managed =
  /^(?:(?:url|command|args|bearer_token_env_var|http_headers|env_http_headers)\s*=|env_vars\s*=\s*\["LECTERN_API_KEY"\]$)/;

/**
 * Adds a table of strings and lists of strings to a TOML text, or updates it. Keeps all other lines. `path` names the table, such
 * as mcp_servers.lectern. Throws an Error if the text cannot be edited.
 */
export function setTomlTable(
  text: string,
  path: [parent: string, name: string],
  values: Record<string, string | string[]>,
): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  const starts = statementStarts(lines);
  refuseOtherForms(lines, starts, path);
  const entries = Object.entries(values).map(([key, value]) => `${key} = ${tomlValue(value)}`);
  const header = starts.find((at) => isHeader(lines[at]!, path));
  if (header === undefined) {
    const gap = lines.length > 0 && lines.at(-1) !== '' ? [''] : [];
    return [...lines, ...gap, `[${path.join('.')}]`, ...entries, ''].join(newline);
  }
  const next = starts.find((at) => at > header && /^\s*\[/.test(lines[at]!)) ?? lines.length;
  const old = starts.filter((at) => at > header && at < next);
  const dropped = new Set<number>();
  for (const [n, at] of old.entries()) {
    if (!managed.test(lines[at]!.trim())) continue;
    for (let line = at; line < statementEnd(lines, at, old[n + 1] ?? next); line += 1)
      dropped.add(line);
  }
  const own = old.filter((at) => !dropped.has(at)).map((at) => lines[at]!);
  refuseTwice(own, Object.keys(values), path);
  const kept = lines.filter((_line, at) => !dropped.has(at));
  kept.splice(header + 1, 0, ...entries);
  const edited = [...kept, ''].join(newline);
  return sameStatements(lines, header, { next, entries, dropped }) ? text : edited;
}

/** Throws if the user has defined one of the keys: a table can define a key only once. */
function refuseTwice(own: string[], keys: string[], path: string[]): void {
  for (const key of keys) {
    const defines = new RegExp(`^\\s*["']?${key}["']?\\s*[.=]`);
    if (own.some((line) => defines.test(line)))
      throw new Error(`${path.join('.')} has its own ${key}, which would be lost`);
  }
}

/** Returns the end of a statement, without the blank lines and comments that follow it. */
function statementEnd(lines: string[], from: number, to: number): number {
  let end = to;
  while (end > from + 1 && /^\s*(#.*)?$/.test(lines[end - 1]!)) end -= 1;
  return end;
}

/** Returns true if the table has these values already. */
function sameStatements(
  lines: string[],
  header: number,
  { next, entries, dropped }: { next: number; entries: string[]; dropped: Set<number> },
): boolean {
  const own = lines.slice(header + 1, next).filter((_line, at) => dropped.has(header + 1 + at));
  return own.length === entries.length && own.every((line, at) => line.trim() === entries[at]);
}

function isHeader(line: string, [parent, name]: [string, string]): boolean {
  const quoted = (part: string): string => `(?:${part}|"${part}"|'${part}')`;
  return new RegExp(`^\\s*\\[\\s*${quoted(parent)}\\s*\\.\\s*${quoted(name)}\\s*\\]`).test(line);
}

/** Throws if the table is written inline or with dotted keys, which this function cannot edit. */
function refuseOtherForms(
  lines: string[],
  starts: number[],
  [parent, name]: [string, string],
): void {
  let table = '';
  for (const at of starts) {
    const line = lines[at]!.trim();
    if (line.startsWith('[')) {
      table = line.replace(/^\[+\s*|\s*\].*$/g, '');
      continue;
    }
    const inRoot = table === '' && new RegExp(`^["']?${parent}["']?\\s*[.=]`).test(line);
    const inParent = table === parent && new RegExp(`^["']?${name}["']?\\s*[.=]`).test(line);
    if (inRoot || inParent)
      throw new Error(`line ${at + 1} defines ${parent} in a form that cannot be edited here`);
  }
}

/** Returns the numbers of lines that start a statement: not blank, a comment, or inside a multi-line string or list. */
function statementStarts(lines: string[]): number[] {
  const starts: number[] = [];
  let open = '';
  let depth = 0;
  for (const [at, line] of lines.entries()) {
    if (open === '' && depth === 0 && !/^\s*(#.*)?$/.test(line)) starts.push(at);
    const header = open === '' && depth === 0 && /^\s*\[/.test(line);
    ({ open, depth } = scan(line, { open, depth }));
    if (header) depth = 0;
  }
  if (open !== '' || depth > 0) throw new Error('a string or list has no end');
  return starts;
}

/** Returns what is open after a line: a multi-line string, by its quotes, or lists, by their depth. */
function scan(
  line: string,
  state: { open: string; depth: number },
): { open: string; depth: number } {
  let { open, depth } = state;
  const token = /"""|'''|"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[[\]{}#]/g;
  for (let found = token.exec(line); found; found = token.exec(line)) {
    const [text] = found;
    if (open !== '') {
      if (text === open) open = '';
      // A literal string has no escapes.
      else if (text.length > 1 && (open === "'''" || !text.startsWith('\\')))
        token.lastIndex = found.index + 1;
    } else if (text === '"""' || text === "'''") open = text;
    else if (text === '#') break;
    else if ('[{'.includes(text)) depth += 1;
    else if (']}'.includes(text)) depth = Math.max(0, depth - 1);
  }
  return { open, depth };
}

function tomlValue(value: string | string[]): string {
  // A JSON string of printable characters is a TOML basic string.
  return typeof value === 'string'
    ? JSON.stringify(value)
    : `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
}
