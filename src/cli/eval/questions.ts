import { LecternError } from '../../base/errors.ts';

/** A heading that answers a question, and its file. */
export interface ExpectedHeading {
  /** `<package>:<path>`, or a path alone. */
  file: string;
  heading: string;
}

/** A question of a question file. `lectern eval` asks it and looks for the headings in the answer. */
export interface EvalQuestion {
  question: string;
  /** Each of these headings answers the question. */
  expected: ExpectedHeading[];
  /** Library to ask. Default: `/npm/<package>`, with the package in `file`. */
  library?: string;
}

/** Parses a question file: `{questions: [{question, expected: [{file, heading}], library?}]}`. Throws LecternError. */
export function parseQuestions(text: string, file: string): EvalQuestion[] {
  const fail = (why: string): never => {
    throw new LecternError('validation_error', `${file}: ${why}`);
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail(
      'not JSON; expected {"questions": [{"question": "…", "expected": [{"file": "…", "heading": "…"}]}]}',
    );
  }
  const questions = (value as { questions?: unknown } | null)?.questions;
  if (!Array.isArray(questions) || questions.length === 0) {
    return fail('needs a list `questions` with at least one question');
  }
  return questions.map((question: unknown, at) =>
    isQuestion(question)
      ? question
      : fail(`questions[${at}] needs \`question\` and \`expected: [{file, heading}]\``),
  );
}

function isQuestion(value: unknown): value is EvalQuestion {
  const { question, expected } = (value ?? {}) as Partial<EvalQuestion>;
  return (
    typeof question === 'string' &&
    Array.isArray(expected) &&
    expected.length > 0 &&
    expected.every((one) => typeof one?.file === 'string' && typeof one.heading === 'string')
  );
}

/** Returns the library to ask. Throws LecternError if the question names none. */
export function libraryOf(question: EvalQuestion, fallback?: string): string {
  const named = question.library ?? fallback;
  if (named) return named;
  const [pack, path] = splitFile(question.expected[0]!.file);
  if (path) return `/npm/${pack}`;
  throw new LecternError(
    'validation_error',
    `"${question.question}" names no library; add \`library\` to it, or give --library`,
  );
}

/** Splits `fastify:docs/Routes.md` into package and path. A path alone has no package. */
export function splitFile(file: string): [pack: string, path: string] | [path: string, undefined] {
  const colon = file.indexOf(':');
  return colon === -1 ? [file, undefined] : [file.slice(0, colon), file.slice(colon + 1)];
}
