import type { ErrorRequestHandler } from 'express';
import { isObject } from '../../base/json.ts';
import { errorMessage, errorCodes, McpError } from './json-rpc.ts';

/** Largest body, in bytes. */
export const maxBody = 100_000;

/** Ends an exchange before it reaches the tool server. */
export class Refusal extends McpError {
  readonly status: number;
  readonly id: string | number | null;
  /** The header `WWW-Authenticate` of the answer, where it is another than that of every answer. */
  readonly challenge: string | undefined;

  constructor(
    status: number,
    code: number,
    message: string,
    {
      id = null,
      data,
      challenge,
    }: { id?: string | number | null; data?: unknown; challenge?: string } = {},
  ) {
    super(code, message, data);
    this.status = status;
    this.id = id;
    this.challenge = challenge;
  }
}

/** Whatever is refused on the way is told as JSON-RPC; what is nobody's mistake goes on to the API's own handler, which logs it. */
export function refusalResponse(): ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof Refusal) {
      if (error.challenge !== undefined) response.set('WWW-Authenticate', error.challenge);
      response.status(error.status).json(errorMessage(error.id, error));
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
