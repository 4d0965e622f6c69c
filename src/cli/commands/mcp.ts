import { CommandError, exitCodes } from '../client/command-error.ts';
import { refusePlainHttp } from '../client/server-access.ts';
import { createRemoteService } from '../../api/mcp/remote-service.ts';
import { serveStdio } from '../../api/mcp/stdio.ts';
import { projectNamePattern } from '../../store/code-projects.ts';
import { version } from '../../base/version.ts';
import { stopSignal } from '../stop-signal.ts';

export interface McpCommandOptions {
  url: string;
  apiKey?: string;
  /** Allows the key to be sent to another machine over plain HTTP. */
  allowHttp?: boolean;
  /** Name of a project on the server, or a folder. */
  project?: string;
}

/** Returns a project's name: the text, or the name that the files of a folder declare. */
async function projectCalled(nameOrFolder: string): Promise<string> {
  if (projectNamePattern.test(nameOrFolder)) return nameOrFolder;
  const { nameOfProject } = await import('../project/open-project.ts');
  const name = await nameOfProject(nameOrFolder);
  if (name !== undefined) return name;
  const message = `${nameOrFolder} declares no dependencies; give --project the name or the folder of a project`;
  throw new CommandError(exitCodes.usage, message);
}

/** `lectern mcp`: serves MCP over stdin and stdout for clients that start a program. Forwards requests to a running server. */
export async function mcp({
  url,
  apiKey,
  allowHttp = false,
  project: given,
}: McpCommandOptions): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    const message = `--url must be an address such as http://127.0.0.1:7700, not ${url}`;
    throw new CommandError(exitCodes.usage, message);
  }
  if (apiKey) refusePlainHttp(url, { allowHttp });
  const project = given === undefined ? undefined : await projectCalled(given);
  const service = createRemoteService({
    url,
    version,
    ...(apiKey && { apiKey }),
    ...(project !== undefined && { project }),
  });
  const { stdin: input, stdout: output } = process;
  // A client that ends closes the pipe. That is not a failure.
  output.on('error', () => process.exit(0));
  await serveStdio({ service, version, input, output, signal: stopSignal() });
  input.destroy();
}
