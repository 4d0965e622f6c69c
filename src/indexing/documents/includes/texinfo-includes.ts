import { isSample } from '../markup/texinfo/texinfo.ts';
import { includeLimits, type IncludeExpander, type IncludePlace } from './expansion.ts';
import { fenceLanguage } from './included-format.ts';
import { withoutLicense } from './select-lines.ts';

const include = /^[ \t]*@(verbatim)?include[ \t]+(\S.*)$/;
/** A comment in a program that keeps lines on one page. */
const groupMark = /^\s*\/\*@(?:end )?group\*\/\s*$/;
const block = /^[ \t]*@(end[ \t]+)?([a-z]+)/;

/**
 * Shows the code that a manual includes: `@verbatiminclude saw.c`, and in a sample `@include saw.c.texi`, which a build makes of `saw.c`. Chapters
 * that a manual includes are documents by themselves. https://www.gnu.org/software/texinfo/manual/texinfo/html_node/_0040verbatiminclude.html
 */
export const expandTexinfo: IncludeExpander = (lines, place) => {
  let sample = '';
  return lines.flatMap((line) => {
    sample = sampleAfter(line, sample);
    const [, verbatim, name] = include.exec(line.slice(0, includeLimits.line)) ?? [];
    const isText = name === undefined || sample === 'verbatim' || !(verbatim ?? sample);
    const shown = isText ? undefined : code(name.trim(), place);
    if (!shown) return [line];
    return sample === '' ? shown : [`@end ${sample}`, ...shown, `@${sample}`];
  });
};

/** Returns the name of the sample that is open after a line; '' if none is. */
function sampleAfter(line: string, sample: string): string {
  const [, end, name = ''] = block.exec(line) ?? [];
  if (!isSample(name)) return sample;
  if (end === undefined) return sample || name;
  return name === sample ? '' : sample;
}

function code(name: string, place: IncludePlace): string[] | undefined {
  const path = name.replace(/(?<=\.\w{1,10})\.texi$/, '');
  const file = place.find(path, `examples/${path}`);
  const lines = place.take(file && withoutLicense(file.lines));
  if (!file || !lines) return undefined;
  const language = fenceLanguage(file.path);
  const shown = lines.filter((line) => !groupMark.test(line));
  const escaped = shown.map((line) => line.replace(/[@{}]/g, '@$&'));
  return [`@example ${language}`, ...escaped, '@end example'];
}
