import { doxygenCode } from './markdown/doxygen-code.ts';
import { includeLimits, type IncludePlace } from './expansion.ts';
import { fenceLanguage } from './included-format.ts';
import { candidatesOf, linesOf } from './markdown/reference.ts';
import { withoutLicense } from './select-lines.ts';

/** A line of a comment with a command that shows a file, and what is before the command. */
const command = /^([ \t]*(?:\/\/[/!]<?|\*(?!\/))?[ \t]*)[@\\]((?:snippet|include)\b.{1,500})$/;

/** Writes the files that the comments of C and C++ show, as in `//! @include saw.cpp`, as code in these comments. */
export function expandCpp(lines: readonly string[], place: IncludePlace): string[] {
  return lines.flatMap((line) => {
    if (line.length > includeLimits.line) return [line];
    const [, before, written = ''] = command.exec(line) ?? [];
    const code = before === undefined ? undefined : doxygenCode(`@${written.trim()}`);
    if (before === undefined || !code) return [line];
    const file = place.open(candidatesOf(code, place.path));
    const part = file && linesOf(code, file);
    const chosen = place.take(part && withoutLicense(part));
    if (!file || !chosen) return [line];
    // The end of a comment within the code would end the comment around it.
    const shown = chosen.map((one) => before + one.replaceAll('*/', '* /'));
    return [`${before}@code{.${fenceLanguage(file.path)}}`, ...shown, `${before}@endcode`];
  });
}
