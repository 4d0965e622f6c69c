import { escapeUTF8 } from 'entities';
import { declarationsIn } from '../docbook/entities.ts';
import type { Expansion, IncludePlace } from './expansion.ts';
import { includeLimits } from './expansion.ts';
import { includeCandidates } from './include-path.ts';

/** A file with declarations of entities, in the type of a document. */
const entityFile =
  /<!ENTITY\s{1,9}%\s{1,9}[\w.-]{1,100}\s{1,9}SYSTEM\s{1,9}(["'])([^"'<>]{1,300})\1\s{0,9}>/;
/** A file of XInclude, in any order of its attributes. */
const inclusion = /<xi:include\s([^<>]{1,500})\/>/;
const asText = /\bparse\s?=\s?["']text["']/;
const address = /\bhref\s?=\s?["']([^"'<>]{1,300})["']/;

/**
 * Replaces what a document of DocBook includes: files with declarations of entities by the declarations, and files of XInclude
 * that are text by it. Other files of XInclude are documents by themselves.
 */
export function expandDocbook(
  lines: readonly string[],
  place: IncludePlace,
  expansion: Expansion,
): string[] {
  return lines.flatMap((line) => {
    if (line.length > includeLimits.line) return [line];
    return declarations(line, place, expansion) ?? text(line, place, expansion) ?? [line];
  });
}

function declarations(
  line: string,
  place: IncludePlace,
  expansion: Expansion,
): string[] | undefined {
  const [, , reference] = entityFile.exec(line) ?? [];
  if (reference === undefined) return undefined;
  const file = expansion.open(includeCandidates(reference, [place.path]), place);
  if (!file) return undefined;
  const inner = expansion.within(file.lines, { path: file.path, format: 'docbook' }, place);
  return expansion.take(declarationsIn(inner.join('\n')));
}

function text(line: string, place: IncludePlace, expansion: Expansion): string[] | undefined {
  const [whole, attributes = ''] = inclusion.exec(line) ?? [];
  const reference = asText.test(attributes) ? address.exec(attributes)?.[1] : undefined;
  if (whole === undefined || reference === undefined) return undefined;
  const file = expansion.open(includeCandidates(reference, [place.path]), place);
  const code = expansion.take(file?.lines);
  const [before = '', after = ''] = line.split(whole);
  return code && [`${before}${escapeUTF8(code.join('\n'))}${after}`];
}
