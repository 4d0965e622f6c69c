import { FenceTracker } from '../fences.ts';

/** The question above a part that a reader unfolds. */
const summary =
  /^\s{0,8}(?:<details\b[^<>]{0,200}>\s*)?<summary\b[^<>]{0,200}>((?:[^<>]|<\/?(?:b|code|em|i|strong)>){8,400})<\/summary>\s*$/;
const summaryEnd = '</summary>';
/** Maximum number of lines of a question. */
const mostLines = 5;
const heading = /^ {0,3}(#{1,6})[ \t]/;
const tags = /<[^<>]{1,10}>/g;
const asks = /^(?:how|what|when|where|which|why|can|could|do|does|is|are|should)\b|\?$/i;

/**
 * Makes headings of the questions of a page whose answers are in `<details>`, so that each question has a section with its answer.
 * A page with a single one is no list of questions.
 */
export function withFoldedQuestions(lines: string[]): string[] {
  const questions = new Map(
    lines.flatMap((line, at): [number, Question][] => {
      const found = line.includes('<summary') ? questionAt(lines, at) : undefined;
      return found ? [[at, found]] : [];
    }),
  );
  if (questions.size < 2) return lines;
  const fences = new FenceTracker();
  let level = 1;
  let depth = 0;
  let next = 0;
  return lines.flatMap((line, at) => {
    if (at < next) return [];
    if (fences.advance(line)) return [line];
    const question = depth < 2 ? questions.get(at) : undefined;
    if (depth === 0) level = heading.exec(line)?.[1]!.length ?? level;
    depth = Math.max(0, depth + countOf(line, '<details') - countOf(line, '</details'));
    if (!question) return [line];
    next = at + question.lines;
    return ['', `${'#'.repeat(Math.min(level + 1, 6))} ${question.text}`, ''];
  });
}

interface Question {
  text: string;
  /** Number of lines. */
  lines: number;
}

function questionAt(lines: readonly string[], at: number): Question | undefined {
  const part = lines.slice(at, at + mostLines);
  const count = part.findIndex((line) => line.includes(summaryEnd)) + 1;
  const text = summary.exec(part.slice(0, count).join(' '))?.[1]?.replaceAll(/\s+/g, ' ').trim();
  const isQuestion = text !== undefined && asks.test(text.replaceAll(tags, '').trim());
  return isQuestion ? { text, lines: count } : undefined;
}

function countOf(line: string, part: string): number {
  return line.split(part).length - 1;
}
