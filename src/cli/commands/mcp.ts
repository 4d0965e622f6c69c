import { CommandError, exitCodes } from '../client/command-error.ts';
import { refusePlainHttp } from '../client/server-access.ts';
import { createRemoteService } from '../../api/mcp/remote-service.ts';
import { serveStdio } from '../../api/mcp/stdio.ts';
import { version } from '../../base/version.ts';
import { stopSignal } from '../stop-signal.ts';

export interface McpCommandOptions {
  url: string;
  apiKey?: string;
  /** Allows the key to be sent to another machine over plain HTTP. */
  allowHttp?: boolean;
}

/** `lectern mcp`: serves MCP over stdin and stdout for clients that start a program. Forwards requests to a running server. */
export async function mcp({ url, apiKey, allowHttp = false }: McpCommandOptions): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    const message = `--url must be an address such as http://127.0.0.1:7700, not ${url}`;
    throw new CommandError(exitCodes.usage, message);
  }
  if (apiKey) refusePlainHttp(url, { allowHttp });
  const service = createRemoteService({ url, version, ...(apiKey && { apiKey }) });
  const { stdin: input, stdout: output } = process;
  // A client that ends closes the pipe. That is not a failure.
  output.on('error', () => process.exit(0));
  await serveStdio({ service, version, input, output, signal: stopSignal() });
  input.destroy();
}
