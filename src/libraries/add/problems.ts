import { GrantMissing, type MissingGrant } from '../../identity/access/credential-policy.ts';
import { LecternError, type ErrorCode } from '../../base/errors.ts';

/** A reason why the API would refuse a source. */
export interface AddProblem {
  code: ErrorCode;
  /** Field of the request. Absent if the problem is not about one field. */
  field?: string;
  message: string;
  /** Present if a grant would lift the refusal. */
  missingGrant?: MissingGrant;
}

/** Runs a check. Returns its refusals instead of throwing them. */
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

/** Splits the message of a refusal into its mistakes, each with its field. */
function problemsOf(error: LecternError, field: string | undefined): AddProblem[] {
  const { code, message } = error;
  return message.split(/; (?=Field "|The body )/).map((sentence) => {
    const named = /^Field "([^"]+)"/.exec(sentence)?.[1] ?? field;
    return {
      code,
      ...(named !== undefined && { field: named }),
      message: sentence.endsWith('.') ? sentence : `${sentence}.`,
      ...(error instanceof GrantMissing && { missingGrant: error.missingGrant }),
    };
  });
}
