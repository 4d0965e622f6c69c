/** The part of an error that a log line contains. */
export interface ErrorFacts {
  type: string;
  message: string;
  code?: string | number;
  status?: number;
  stack?: string;
  cause?: ErrorFacts;
  /** Errors of an AggregateError. */
  errors?: ErrorFacts[];
}

const mostCauses = 4;
const mostErrors = 5;
const longestMessage = 2_000;
const longestStack = 6_000;

/**
 * Returns the part of a thrown value that may be logged. Errors of HTTP clients and stores also hold requests and
 * responses, with headers that contain credentials.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: String(error).slice(0, longestMessage) };
  }
  const { name, message, stack, cause } = error;
  const { code, status } = error as { code?: unknown; status?: unknown };
  const deeper = depth < mostCauses;
  return {
    type: name,
    message: message.slice(0, longestMessage),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof status === 'number' && { status }),
    ...(stack && { stack: stack.slice(0, longestStack) }),
    ...(deeper && cause !== undefined && { cause: errorFacts(cause, depth + 1) }),
    ...(deeper &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, mostErrors).map((one) => errorFacts(one, depth + 1)),
      }),
  };
}
