import type { ErrorRequestHandler } from 'express';
import { isObject } from '../../base/json.ts';
import { errorMessage, errorCodes, McpError } from './json-rpc.ts';

/** Maximum body size in bytes. */
export const maxBody = 100_000;

/** Ends a request before it reaches the tool server. */
export class Refusal extends McpError {
  readonly status: number;
  readonly id: string | number | null;
  /** Headers of the response that differ from the default. */
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: number,
    message: string,
    {
      id = null,
      data,
      headers = {},
    }: { id?: string | number | null; data?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(code, message, data);
    this.status = status;
    this.id = id;
    this.headers = headers;
  }
}

/** Sends refusals as JSON-RPC errors. Passes unexpected errors to the API's error handler, which logs them. */
export function refusalResponse(): ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof Refusal) {
      response.set(error.headers).status(error.status).json(errorMessage(error.id, error));
      return;
    }
    const status: unknown = isObject(error) ? error['status'] : undefined;
    if (typeof status !== 'number' || status < 400 || status > 499) {
      next(error);
      return;
    }
    const tooLarge = status === 413;
    const message = tooLarge
      ? `The message is too large; send at most ${maxBody / 1000} kB.`
      : 'Parse error: the body cannot be read';
    const code = tooLarge ? errorCodes.refused : errorCodes.parseError;
    response.status(status).json(errorMessage(null, new McpError(code, message)));
  };
}
