import { LecternError, type ErrorCode } from '../../base/errors.ts';

/** Why adding a source would be refused. */
export interface AddProblem {
  code: ErrorCode;
  /** Field of the request, where it is one field's. */
  field?: string;
  message: string;
}

/** Runs what may refuse a request, and answers the refusals in place of throwing them. */
export async function refusalsOf(
  check: () => Promise<unknown> | void,
  field?: string,
): Promise<AddProblem[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (error instanceof LecternError && error.status < 500) return problemsOf(error, field);
    throw error;
  }
}

/** The mistakes that a refusal tells of, each with the field that it names. */
function problemsOf({ code, message }: LecternError, field: string | undefined): AddProblem[] {
  return message.split(/; (?=Field "|The body )/).map((sentence) => {
    const named = /^Field "([^"]+)"/.exec(sentence)?.[1] ?? field;
    return {
      code,
      ...(named !== undefined && { field: named }),
      message: sentence.endsWith('.') ? sentence : `${sentence}.`,
    };
  });
}
