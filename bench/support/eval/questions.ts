import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The origin of a corpus's files: a Git repository at a commit, or a package of a registry at a version. */
type CorpusSource =
  | { repo: string; commit: string }
  | { npm: string; version: string }
  | { pypi: string; version: string; sha256: string };

/** The documentation for a set of questions. In patterns, `*` also matches `/`. */
export type Corpus = CorpusSource & {
  /** Folder of the documents; "." is the whole repository or package. */
  root: string;
  extensions: string[];
  /** Patterns of files under `root` that are no documents of the corpus. */
  exclude: string[];
  /** Patterns of files outside `root` that documents include, such as listings. */
  included?: string[];
};

/** Kinds of questions: a paraphrase without the term, the exact name, a how-to with code, an error or symptom, a comparison. */
export const kindNames = ['paraphrase', 'exact name', 'how-to', 'symptom', 'comparison'];

/** A section that answers a question. */
interface Passage {
  file: string;
  heading: string;
  /** 3: answers the question; 2: answers a large part; 1: helps. */
  grade: number;
}

/** A question with the passages that answer it. */
export interface GradedQuestion {
  id: string;
  corpus: string;
  /** Number of its kind, from 1: see `kindNames`. */
  kind: number;
  question: string;
  expected: Passage[];
  /** Every passage of grade 3 contains at least one of these strings. */
  must_contain: string[];
}

/** A file of graded questions. */
export interface GradedQuestions {
  corpora: Record<string, Corpus>;
  questions: GradedQuestion[];
  /** For each corpus: a file, and another file with the same text. */
  equivalent_files?: Record<string, Record<string, string>>;
}

/** Reads the terms that `--as termed` adds to questions, by their corpus and id, such as `trio tr-11`. A line has the three, with tabs between them. */
export function readGuessedTerms(file: string): ReadonlyMap<string, string> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [corpus, id, terms = ''] = line.split('\t');
      return [`${corpus} ${id}`, terms];
    }),
  );
}

/** Reads several files of graded questions into one value. Throws if a question names an unknown corpus. */
export function readGradedQuestions(files: string[]): GradedQuestions {
  const all: Required<GradedQuestions> = { corpora: {}, questions: [], equivalent_files: {} };
  for (const file of files) {
    const read = JSON.parse(readFileSync(file, 'utf8')) as GradedQuestions;
    Object.assign(all.corpora, read.corpora);
    Object.assign(all.equivalent_files, read.equivalent_files);
    all.questions.push(...read.questions);
    const unknown = read.questions.find(({ corpus }) => !read.corpora[corpus]);
    if (unknown) {
      throw new Error(`${basename(file)}: ${unknown.id} names no corpus of the file`);
    }
  }
  return all;
}
