import { countTellingTerms } from '../store/terms.ts';

/** Telling words with which the rest of a question says what it is about. "Why does this happen?" has one. */
const leastWords = 3;
/** Lines of pasted text that a question keeps, and their length. */
const mostFailures = 2;
const longestFailure = 200;

const fence = /^\s*(?:`{3,}|~{3,})/;
/** A line with the signs of code, logs and tables, or that is indented. */
const codeLine =
  /^(?:\t| {2,})\S|[;{}]\s*$|^[\s\])}>]+$|^\s*(?:[$#>%+<|@]|\/\/|--)\s?\S|^\W*\d{2,4}[-/:]\d{2}|^\[|^[\w.-]+\s*[:=](?:\s*\S{1,60})?$|\w\(|=>|\s[:=]=?\s|^[A-Z]{3,}\b|\bERR!/;
/** A line with four words in lower case, or an item of a list. */
const sentence =
  /^(?:\S+\s+){0,4}?(?:[a-z][a-z'’-]*[,;:.]?\s+){3}[a-z]|^(?:[-*•]|\d+[.)])\s+[^:={}]+$/i;
/** A line that tells a failure. */
const failure =
  /\b(?:error|err!|exception|failed|failure|fatal|panic(?:ked)?|denied|refused|cannot|can't|unable|invalid|not found|undefined|unknown|missing|timed? ?out|deadline)\b|\w(?:Error|Exception)\b/i;
/** What stands before the message of a failure: the time, the level, the name of a program, and the place in a file. */
const beforeMessage =
  /^(?:\[?\d[\d\-:.,TZ/ ]{5,}\]?\s*|\[[^[\]]{1,60}\]:?\s*|(?:info|warn(?:ing)?|error|fatal|npm|err)\b[!:\]]*\s+|[\w./-]+:\d+(?::\d+)?:\s*)+/i;

/**
 * Returns a question without code and logs that somebody pasted on lines of their own. Most of their words have nothing to do with the subject.
 * Keeps lines that tell a failure. Keeps all if the rest does not say what the question is about. Pure.
 */
export function withoutPasted(question: string): string {
  if (!question.includes('\n')) return question;
  const { written, pasted } = divided(question);
  if (pasted.length === 0) return question;
  const failures = pasted
    .filter((line) => /^\S/.test(line) && failure.test(line))
    .slice(0, mostFailures)
    .map((line) => line.replace(beforeMessage, '').slice(0, longestFailure).trim());
  const kept = [...written, ...failures].join('\n');
  return countTellingTerms(kept) < leastWords ? question : kept;
}

/** Divides the lines of a question into those that its author wrote and those of fences and of paragraphs of code. */
function divided(question: string): { written: string[]; pasted: string[] } {
  const written: string[] = [];
  const pasted: string[] = [];
  for (const part of partsOf(question)) {
    if (!part.isPasted) written.push(...part.lines);
    else {
      // "Here is my code:" leads to the code.
      const lead = written.at(-1);
      if (lead?.endsWith(':') && countTellingTerms(lead) < 2) written.pop();
      pasted.push(...part.lines);
    }
  }
  return { written, pasted };
}

interface Part {
  lines: string[];
  isPasted: boolean;
}

/** Returns the fences and the paragraphs of a question. */
function partsOf(question: string): Part[] {
  const parts: Part[] = [];
  let lines: string[] = [];
  let isFenced = false;
  const end = (): void => {
    if (lines.length > 0) parts.push({ lines, isPasted: isFenced || isCode(lines) });
    lines = [];
  };
  for (const line of question.split(/\r?\n/)) {
    const isFence = fence.test(line);
    if (isFence || (!isFenced && line.trim() === '')) end();
    else lines.push(line);
    if (isFence) isFenced = !isFenced;
  }
  end();
  return parts;
}

/** Returns whether a paragraph is code or a log: it has several lines, some with signs of code, and at most half of them are sentences. */
function isCode(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  const signs = lines.filter((line) => codeLine.test(line));
  const sentences = lines.filter((line) => !codeLine.test(line) && sentence.test(line));
  return signs.length > 0 && sentences.length * 2 <= lines.length;
}
