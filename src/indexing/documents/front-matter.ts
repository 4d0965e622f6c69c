import { nestsTooDeep, parseYaml } from '../../base/parse-yaml.ts';

/** What a document says of itself before its first line. */
export interface FrontMatter {
  title?: string;
  description?: string;
}

/** Lines a front matter may have; what is longer is a rule and text, not front matter. */
const mostLines = 400;
/** Characters of YAML that are read as such. */
const mostYaml = 100_000;

/** Takes YAML (---) or TOML (+++) front matter off the lines; front matter that cannot be read says nothing. */
export function takeFrontMatter(lines: string[]): { matter: FrontMatter; body: string[] } {
  const fence = lines[0]?.trimEnd();
  if (fence !== '---' && fence !== '+++') return { matter: {}, body: lines };
  const end = lines.slice(0, mostLines).findIndex((line, at) => at > 0 && line.trimEnd() === fence);
  if (end === -1 || (fence === '---' && !/^\s*(#|[\w"'-]+\s*:|$)/.test(lines[1] ?? ''))) {
    return { matter: {}, body: lines };
  }
  const source = lines.slice(1, end);
  const values = fence === '---' ? yamlValues(source.join('\n')) : tomlValues(source);
  return { matter: pick(values), body: lines.slice(end + 1) };
}

function yamlValues(source: string): Record<string, unknown> {
  try {
    const document = source.length > mostYaml || nestsTooDeep(source) ? 'large' : parseYaml(source);
    if (document !== 'large' && document.errors.length === 0) {
      const value: unknown = document.toJS({ maxAliasCount: 20 });
      return typeof value === 'object' && value !== null ? { ...value } : {};
    }
  } catch {
    // Aliases that multiply.
  }
  // A template placeholder ({{ title }}) or an unquoted colon: the plain `key: value` lines still hold.
  return plainValues(source.split('\n'), /^(title|description):\s+(.+)$/);
}

function tomlValues(lines: string[]): Record<string, unknown> {
  return plainValues(lines, /^(title|description)\s*=\s*(.+)$/);
}

function plainValues(lines: string[], pair: RegExp): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const line of lines) {
    const [, key, value] = pair.exec(line) ?? [];
    if (key && value) values[key] = value.trim().replace(/^(["'])(.*)\1$/, '$2');
  }
  return values;
}

function pick(values: Record<string, unknown>): FrontMatter {
  const title = plain(values['title']);
  const description = plain(values['description']);
  return { ...(title ? { title } : {}), ...(description ? { description } : {}) };
}

function plain(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 1000) : '';
}
