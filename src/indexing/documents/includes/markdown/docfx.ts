import { attributesOf } from '../attributes.ts';
import {
  elementMark,
  linesIn,
  partOf,
  readRanges,
  regionMark,
  withoutMarks,
} from '../select-lines.ts';
import type { Reference } from './reference.ts';

const code =
  /^\[!code(?:-([\w+#-]{1,30}))?\s?\[[^\]]{0,200}\]\(([^()\s"]{1,500})(?:\s+"[^"]{0,200}")?\)\]$/i;
const triple = /^:::code\s([^\n]{1,1000}):::$/;
const markup = /^\[!include\s{0,9}\[[^\]]{0,200}\]\(([^()\s"]{1,500})\)\]$/i;

/**
 * Reads `[!code-csharp[title](file?name=part)]`, `:::code language="csharp" source="file" id="part":::` and
 * `[!INCLUDE [title](file)]` of docfx, which the documentation of .NET and Azure uses. Source:
 * https://dotnet.github.io/docfx/docs/markdown.html.
 */
export function docfx(text: string): Reference | undefined {
  const [, page] = markup.exec(text) ?? [];
  if (page !== undefined) return { path: fromRoot(page) };
  const [, attributes] = triple.exec(text) ?? [];
  if (attributes !== undefined) return tripleCode(attributes);
  const [, language, target] = code.exec(text) ?? [];
  return target === undefined ? undefined : linkedCode(target, language);
}

function linkedCode(target: string, language: string | undefined): Reference {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(target)!;
  const options = new URLSearchParams(query);
  const lines = hash.replace(/^L(?=\d)|(?<=-)L(?=\d)/g, '');
  const isLines = /^\d/.test(lines);
  return included(path, {
    language,
    name: options.get('name') ?? (isLines ? '' : hash),
    range: options.get('range') ?? startToEnd(options) ?? (isLines ? lines : ''),
  });
}

function startToEnd(options: URLSearchParams): string | undefined {
  const start = options.get('start');
  return start === null ? undefined : `${start}-${options.get('end') ?? ''}`;
}

function tripleCode(attributes: string): Reference | undefined {
  const given = attributesOf(attributes);
  const [source, language, name = '', range = ''] = ['source', 'language', 'id', 'range'].map(
    (key) => given.get(key),
  );
  return source === undefined ? undefined : included(source, { language, name, range });
}

interface Selection {
  language: string | undefined;
  /** Name of a part; '' for no part. */
  name: string;
  range: string;
}

function included(path: string, { language, name, range }: Selection): Reference {
  return {
    path: fromRoot(path),
    asCode: true,
    language,
    select: (lines) => {
      const ranges = range === '' ? undefined : readRanges(range, /-/, /,/);
      const part = name === '' ? [...lines] : namedPart(lines, name);
      const chosen = ranges && name === '' ? linesIn(lines, ranges) : part;
      return chosen && withoutMarks(withoutMarks(chosen, regionMark), elementMark);
    },
  };
}

/** Returns the lines of a part. A name can have the prefix `snippet_` in the file only. */
function namedPart(lines: readonly string[], name: string): string[] | undefined {
  const plain = withoutMarks(lines, elementMark);
  return (
    partOf(plain, name, regionMark) ??
    partOf(lines, name, elementMark) ??
    partOf(lines, `snippet_${name}`, elementMark)
  );
}

/** Writes a path from the root of the site as other dialects do. */
function fromRoot(path: string): string {
  return path.replace(/^~[\\/]/, '/');
}
