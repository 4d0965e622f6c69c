/** JSON-RPC's codes, and those the Model Context Protocol adds (revision 2026-07-28 for -32020 and -32022). */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** The transport refuses: wrong method, Accept, size. */
  refused: -32000,
  /** The key is not good. */
  unauthorized: -32001,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** An error that the caller gets as a JSON-RPC error; its message is meant for callers. */
export class McpError extends Error {
  override readonly name = 'McpError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A resource that is not there: its own code before 2026-07-28, invalid params since. */
export class ResourceNotFound extends McpError {
  constructor(uri: string) {
    super(errorCodes.invalidParams, `There is no resource ${JSON.stringify(uri.slice(0, 200))}.`, {
      uri,
    });
  }
}

/** The `error` member of a response: nothing of an unexpected failure is told. */
export function errorMember(error: unknown): { code: number; message: string; data?: unknown } {
  if (!(error instanceof McpError)) {
    return { code: errorCodes.internalError, message: 'An unexpected failure; try again.' };
  }
  const { code, message, data } = error;
  return { code, message, ...(data !== undefined && { data }) };
}
