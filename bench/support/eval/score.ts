import { safelyDecoded } from '../../../src/base/http/http-url.ts';
import type { GradedQuestion } from './questions.ts';

/** The quality of one answer against the expected passages. */
export interface Score {
  id: string;
  corpus: string;
  kind: number;
  /** Whether a passage that answers the question begins within this many tokens of text. */
  within1000: boolean;
  within2000: boolean;
  within3300: boolean;
  /** 1 / the rank of the first block that answers; 0 after the tenth. */
  reciprocalRank: number;
  /** Whether the first block, or one of the first five, is from an expected file. */
  fileFirst: boolean;
  fileInFive: boolean;
  /** Tokens of the whole answer, at 4 characters for each token. */
  tokens: number;
  /** Number of blocks that repeat an earlier one. */
  duplicates: number;
}

const charactersPerToken = 4;
const neededGrade = 2;

/**
 * Judges the text that a client receives. A block answers if it is from an expected file of grade 2 or 3 and contains a
 * string of `must_contain`. `equivalents` names files with the same text. Pure.
 */
export function scoreAnswer(
  text: string,
  question: GradedQuestion,
  equivalents: Record<string, string> = {},
): Score {
  const shown = blocksOf(text);
  const files = expectedFiles(question, equivalents);
  const inFile = ({ source }: Block): boolean => files.some((file) => source.includes(file));
  const answers = (block: Block): boolean =>
    inFile(block) && question.must_contain.some((needle) => block.text.includes(needle));
  const fileAt = shown.findIndex(inFile);
  const answerAt = shown.findIndex(answers);
  const before = shown.slice(0, Math.max(0, answerAt)).reduce((sum, b) => sum + b.text.length, 0);
  const within = (tokens: number): boolean => answerAt >= 0 && before / charactersPerToken < tokens;
  return {
    id: question.id,
    corpus: question.corpus,
    kind: question.kind,
    within1000: within(1_000),
    within2000: within(2_000),
    within3300: within(3_300),
    reciprocalRank: answerAt >= 0 && answerAt < 10 ? 1 / (answerAt + 1) : 0,
    fileFirst: fileAt === 0,
    fileInFive: fileAt >= 0 && fileAt < 5,
    tokens: text.length / charactersPerToken,
    duplicates: shown.length - new Set(shown.map((block) => block.text.trim())).size,
  };
}

interface Block {
  source: string;
  text: string;
}

/**
 * Splits an answer into sections with a `Source:` line. A line of 32 dashes, or a heading with its source, begins a
 * section.
 */
function blocksOf(text: string): Block[] {
  return text.split(/\n+-{32}\n+|(?=\n### [^\n]*\n+Source: )/).flatMap((block) => {
    const source = /\nSource: (\S+)/.exec(`\n${block}`)?.[1];
    return source ? [{ source: safelyDecoded(source), text: block }] : [];
  });
}

/** Returns the paths of the files that answer, without the extension, because URLs of a site lack it. Pure. */
export function expectedFiles(
  question: GradedQuestion,
  equivalents: Record<string, string> = {},
): string[] {
  const files = question.expected
    .filter(({ grade }) => grade >= neededGrade)
    .flatMap(({ file }) => [file, equivalents[file] ?? file]);
  return [...new Set(files.map((file) => file.replace(/\.(mdx?|rst|adoc)$/, '')))];
}
