import type { DocumentFormat, DocumentParser, ParsedDocument } from './document.ts';
import { parseMarkdown } from './markdown/markdown.ts';
import { parseRst } from './rst/rst.ts';
import { parseText } from './text.ts';

/**
 * Parses the METADATA of an installed Python package: its README, or its summary if it has none. The README is the body,
 * or the field Description in older files (https://packaging.python.org/en/latest/specifications/core-metadata/).
 */
export const parsePythonMetadata: DocumentParser = (document) => {
  const { fields, body } = readMetadata(document.content);
  const name = fields.get('name') ?? '';
  const readme = body.trim() === '' ? (fields.get('description') ?? '') : body;
  if (/^(?:UNKNOWN)?$/.test(readme.trim())) return summaryOf(name, fields.get('summary') ?? '');
  const type = (fields.get('description-content-type') ?? '').split(';', 1)[0]!.trim();
  const [format, parse] = parsers.get(type.toLowerCase()) ?? rst;
  return parse({ ...document, format, content: readme, ...(name !== '' && { title: name }) });
};

const rst: [DocumentFormat, DocumentParser] = ['rst', parseRst];
const parsers = new Map<string, [DocumentFormat, DocumentParser]>([
  ['text/markdown', ['markdown', parseMarkdown]],
  ['text/plain', ['text', parseText]],
]);

function summaryOf(name: string, summary: string): ParsedDocument {
  const text = summary.trim();
  const section = { headings: [name], level: 1, blocks: [{ kind: 'text' as const, text }] };
  return { title: name, sections: text === '' ? [] : [section] };
}

interface Metadata {
  /** The first value of each field, by its name in lower case. */
  fields: ReadonlyMap<string, string>;
  body: string;
}

/** Reads the fields up to the first empty line. A field goes on in the lines that begin with a space. */
function readMetadata(content: string): Metadata {
  const fields = new Map<string, string[]>();
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end = lines.indexOf('');
  let open: string[] | undefined;
  for (const line of end === -1 ? lines : lines.slice(0, end)) {
    const [, key, value = ''] = /^([A-Za-z][\w-]*):[ \t]*(.*)$/.exec(line) ?? [];
    if (key === undefined) {
      // Setuptools indents with eight spaces, or with seven and a bar.
      open?.push(line.replace(/^(?: {7}\||[ \t]{1,8})/, ''));
      continue;
    }
    open = [value];
    if (!fields.has(key.toLowerCase())) fields.set(key.toLowerCase(), open);
  }
  const joined = [...fields].map(([key, parts]): [string, string] => [key, parts.join('\n')]);
  return { fields: new Map(joined), body: end === -1 ? '' : lines.slice(end + 1).join('\n') };
}
