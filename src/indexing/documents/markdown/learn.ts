import { capitalized } from '../text-pieces.ts';

/**
 * A directive of Microsoft Learn, which ends on its line or with one of its own. See
 * https://learn.microsoft.com/en-us/contribute/content/markdown-reference.
 */
const directive =
  /^[ \t]*:::[ \t]*(image|code|moniker|zone|row|column|video|form)(?:-end)?(?=[ \t:]|$)(.{0,2000})$/;
const choice = /\s(?:range|pivot)="([^"]{1,300})"/;

/** Versions of a moniker, as in `>=net-10.0`, with what the sign before them means. */
const version = /([<>]=?)[ \t]*([\w.-]{1,100})/g;
const meanings: Readonly<Record<string, string>> = {
  '>=': '$ and later',
  '<=': '$ and earlier',
  '>': 'later than $',
  '<': 'earlier than $',
};

/** A choice of a language on the sites of Microsoft: `programming-language-csharp`. */
const languageChoice = /(?<![\w-])programming-language-([a-z]{1,20})(?:,\s*)?/g;
const languageNames: Readonly<Record<string, string>> = {
  cpp: 'C++',
  csharp: 'C#',
  fsharp: 'F#',
  javascript: 'JavaScript',
  nodejs: 'Node.js',
  php: 'PHP',
  typescript: 'TypeScript',
};

/** A line of a quote that only says how the site shows the quote: `> [!div class="checklist"]`, `> [!VIDEO address]`. */
const look = /^[ \t]*(?:>[ \t]*)+\[!(?:div|video)(?: [^\]\n]{1,500})?\][ \t]*$/i;

/**
 * Returns the text that replaces a line with a directive of Microsoft Learn: the versions or the choice that the text below it is
 * for, or '' for another directive. Returns undefined for any other line.
 */
export function learnLine(line: string): string | undefined {
  const [, name, rest = ''] = directive.exec(line) ?? [];
  // Containers of other sites have such names too, and their titles have no mark at the end.
  if (name === undefined || (!rest.trimEnd().endsWith(':::') && !/^(?:moniker|zone)$/.test(name))) {
    return undefined;
  }
  const [, chosen] = choice.exec(rest) ?? [];
  return chosen === undefined ? '' : `**${versions(chosen)}**`;
}

function versions(range: string): string {
  return range
    .replace(version, (_, sign: string, name: string) => meanings[sign]!.replace('$', () => name))
    .replace(/\s*\|\|\s*/g, ', ')
    .replace(/\s*&&\s*/g, ', ')
    .replace(languageChoice, (found, name: string) => {
      return `${languageNames[name] ?? capitalized(name)}${found.includes(',') ? ', ' : ''}`;
    });
}

/** Returns '' for a line that only says how a quote looks; undefined for any other line. */
export function learnQuote(line: string): string | undefined {
  return line.includes('[!') && look.test(line) ? '' : undefined;
}

/** Writes names that translators must keep, as in `:::no-loc text="Saw":::`, as text. */
export function withKeptNames(line: string): string {
  if (!line.includes(':::no-loc')) return line;
  return line.replace(/:::no-loc[ \t]+text="([^"]{1,300})"[^:\n]{0,300}:::/g, '$1');
}
