import { cleanLines } from './clean.ts';
import { documentationFolder } from './documentation-folder.ts';
import { formatOfText } from './text-format.ts';
import { isVimHelp } from './vim-help.ts';

/** Programs that are examples. A text beside them is what they read or write. */
const program = /(?:^|\/)(?:examples?|samples?|demos?)\//i;
const readme = /(?:^|\/)[\d_-]*readme[^/]*$/i;

/** Minimum share of lines with words beside each other. Lists of files, packages, addresses and checksums have fewer. */
const leastProse = 0.1;
/** Characters at the beginning of a file that show what it holds. */
const longestStart = 200_000;
/** Three words, letters without case, which are words of a language, the end of a sentence, or the line below a title. */
const prose =
  /\p{L}{2,}[,;:.]? \p{L}{1,60}[,;:.]? \p{L}{2,}|\p{Lo}{4,}|\p{L}{2,} \p{L}{1,60}[.:!?]\s*$|^(?:={3,}|-{3,})$/u;

/** The terms in the files of the Unicode Character Database, which languages and libraries keep beside their code. */
const unicodeTerms =
  /^.{0,9}For terms of use(?: and license)?, see https?:\/\/www\.unicode\.org\//m;
/** Characters at the beginning of such a file that have its terms. */
const longestHead = 2_000;

/** Returns whether a text file is written for people, and no data of a program. */
export function isWrittenText(path: string, content: string): boolean {
  if (formatOfText(content) !== 'text' || isVimHelp(content)) return true;
  if (unicodeTerms.test(content.slice(0, longestHead))) return false;
  if (program.test(path) && !documentationFolder.test(path) && !readme.test(path)) return false;
  const lines = cleanLines(content.slice(0, longestStart)).filter((line) => line.trim() !== '');
  return lines.length === 0 || lines.filter(isProse).length >= leastProse * lines.length;
}

/** A longer line is no prose, and costs time. */
const longestLine = 10_000;

function isProse(line: string): boolean {
  return prose.test(line.slice(0, longestLine));
}
