import { doxygenCode } from './doxygen-code.ts';
import { includeLimits, type Expansion, type IncludePlace } from './expansion.ts';
import { anyFolder, includeCandidates } from './include-path.ts';
import { fenceLanguage } from './included-format.ts';

/** A line of a comment with a command that shows a file, and what is before the command. */
const command = /^([ \t]*(?:\/\/[/!]<?|\*(?!\/))?[ \t]*)[@\\]((?:snippet|include)\b.{1,500})$/;

/** Writes the files that the comments of C and C++ show, as in `//! @include saw.cpp`, as code in these comments. */
export function expandCpp(
  lines: readonly string[],
  place: IncludePlace,
  expansion: Expansion,
): string[] {
  return lines.flatMap((line) => {
    if (line.length > includeLimits.line) return [line];
    const [, before, written = ''] = command.exec(line) ?? [];
    const code = before === undefined ? undefined : doxygenCode(`@${written.trim()}`);
    if (before === undefined || !code) return [line];
    const candidates = code.path.flatMap((path) =>
      path.startsWith(anyFolder) ? [path] : includeCandidates(path, [place.path]),
    );
    const file = expansion.open(candidates, place);
    const chosen = file && expansion.take(withoutLicense(code.select(file.lines)));
    if (!file || !chosen) return [line];
    // The end of a comment within the code would end the comment around it.
    const shown = chosen.map((one) => before + one.replaceAll('*/', '* /'));
    return [`${before}@code{.${fenceLanguage(file.path)}}`, ...shown, `${before}@endcode`];
  });
}

/** Returns code without the comment at its beginning that says who may use it. */
function withoutLicense(lines: readonly string[] | undefined): readonly string[] | undefined {
  if (!lines) return undefined;
  const first = lines.findIndex((line) => !/^\s*(?:\/\/|\/?\*|$)/.test(line));
  const isLicense = /copyright|license/i.test(lines.slice(0, Math.max(first, 0)).join('\n'));
  return isLicense ? lines.slice(first) : lines;
}
