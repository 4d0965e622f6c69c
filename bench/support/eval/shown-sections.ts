import { splitFile } from '../../../src/cli/eval/questions.ts';
import { wordsOf } from './words.ts';

/** A document of a library. */
export interface Document {
  /** `<library>:<path>`, as in a question. */
  file: string;
  text: string;
}

/** A question with the headings of the sections that answer it. */
export interface HeadingQuestion {
  question: string;
  expected: { file: string; heading: string }[];
}

interface Section {
  file: string;
  heading: string;
  body: string;
}

/** A shorter run also stands in unrelated sentences. A longer run does not exist in the shortest expected sections. */
const wordsInRun = 8;

const headingLine = /^(#{1,4})\s+(.+?)\s*#*\s*$/;
const fenceLine = /^\s*(`{3,}|~{3,})/;

/**
 * Returns a function that tells whether a text shows a section that answers the question: whether it contains eight words in
 * a row that stand in such a section, and in no other section of the library. A section ends at the next heading of level 1
 * to 4.
 *
 * This rule favors no product. It reads only the text of the documents. Headings, titles, breadcrumbs and
 * addresses do not count, because products show them in different ways, or not at all. A list of links to the section does
 * not show it either. Throws if a heading is not in its file, or if the sections have no such words. Pure.
 */
export function showsSection(
  { question, expected }: HeadingQuestion,
  documents: Document[],
): (text: string) => boolean {
  const [library] = splitFile(expected[0]!.file);
  const sections = documents
    .filter(({ file }) => splitFile(file)[0] === library)
    .flatMap(sectionsOf);
  for (const one of expected) {
    if (!sections.some((section) => isSame(section, one)))
      throw new Error(`${one.file} has no heading ${one.heading}`);
  }
  const isExpected = (section: Section): boolean => expected.some((one) => isSame(section, one));
  const runsOf = (some: Section[]): Set<string> =>
    new Set(some.flatMap(({ body }) => runsIn(body)));
  const own = runsOf(sections.filter(isExpected)).difference(
    runsOf(sections.filter((section) => !isExpected(section))),
  );
  if (own.size === 0) throw new Error(`No section for "${question}" has eight words of its own`);
  return (text) => runsIn(text).some((run) => own.has(run));
}

function isSame(section: Section, { file, heading }: { file: string; heading: string }): boolean {
  return section.file === file && wordsOf(section.heading).join(' ') === wordsOf(heading).join(' ');
}

/** Splits a Markdown document at its headings. A line of code is no heading. */
function sectionsOf({ file, text }: Document): Section[] {
  const sections: { heading: string; lines: string[] }[] = [];
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = fenceLine.exec(line)?.[1] ?? '';
    if (fence === '' || mark.startsWith(fence)) fence = fence === '' ? mark : '';
    const heading = fence === '' ? headingLine.exec(line)?.[2] : undefined;
    if (heading !== undefined) sections.push({ heading, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ heading, lines }) => ({ file, heading, body: lines.join('\n') }));
}

function runsIn(text: string): string[] {
  const words = wordsOf(text);
  const count = Math.max(0, words.length - wordsInRun + 1);
  return Array.from({ length: count }, (_, at) => words.slice(at, at + wordsInRun).join(' '));
}
