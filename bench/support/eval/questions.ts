import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Where the files of a corpus come from: a Git repository at a commit, or a package of a registry at a version. */
export type CorpusSource =
  | { repo: string; commit: string }
  | { npm: string; version: string }
  | { pypi: string; version: string; sha256: string };

/** The documentation that questions are asked of. In patterns, `*` also matches `/`. */
export type Corpus = CorpusSource & {
  /** Folder of the documents. */
  root: string;
  extensions: string[];
  /** Patterns of documents under `root` that do not count. */
  exclude: string[];
  /** Patterns of files outside `root` that documents include, such as listings. */
  included?: string[];
};

/** A section that answers a question. */
export interface Passage {
  file: string;
  heading: string;
  /** 3 answers it, 2 answers a good part, 1 helps. */
  grade: number;
}

/** A question with the passages that answer it. */
export interface GradedQuestion {
  id: string;
  corpus: string;
  /** 1 paraphrase, 2 exact name, 3 how-to with code, 4 error or symptom, 5 comparison. */
  kind: number;
  question: string;
  expected: Passage[];
  /** At least one of these strings stands in every passage of grade 3. */
  must_contain: string[];
}

/** A file of graded questions. */
export interface GradedQuestions {
  corpora: Record<string, Corpus>;
  questions: GradedQuestion[];
  /** By corpus: a file, and another one that has the same text. */
  equivalent_files?: Record<string, Record<string, string>>;
}

/** Reads files of graded questions into one. Throws if a question names an unknown corpus. */
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
