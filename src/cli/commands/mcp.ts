import { CommandError, exitCodes } from '../client/command-error.ts';
import { baseUrl, refusePlainHttp } from '../client/server-access.ts';
import { createRemoteService } from '../../api/mcp/remote-service.ts';
import { serveStdio } from '../../api/mcp/stdio.ts';
import { projectNamePattern } from '../../store/code-projects.ts';
import { version } from '../../base/version.ts';
import { stopSignal } from '../stop-signal.ts';

/** The flags of `lectern mcp`: the server to forward to, and for which project. */
interface McpCommandOptions {
  url: string;
  apiKey?: string;
  /** Allows the key to be sent to another machine over plain HTTP. */
  allowHttp?: boolean;
  /** Name of a project on the server, or a folder. Default: the first of the client's folders that is a project there. */
  project?: string;
}

const none: Promise<string | undefined> = Promise.resolve(undefined);
const lookupMs = 5_000;

/** Returns the first project of these folders that the server knows; undefined if there is none. Never rejects. */
async function knownProject(
  folders: string[],
  { url, apiKey }: Pick<McpCommandOptions, 'url' | 'apiKey'>,
): Promise<string | undefined> {
  const { nameOfProject } = await import('../project/open-project.ts');
  for (const folder of folders) {
    try {
      const name = await nameOfProject(folder);
      if (name === undefined) continue;
      const { ok } = await fetch(`${url}/api/v1/projects/${name}`, {
        headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
        signal: AbortSignal.timeout(lookupMs),
      });
      if (ok) return name;
    } catch {
      // A folder that cannot be read, or a server that does not answer, names no project.
    }
  }
  return undefined;
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

/** Returns the project in an address such as http://127.0.0.1:7700/mcp?project=shop; undefined without one. */
function projectIn(address: string): string | undefined {
  return URL.parse(address)?.searchParams.get('project') ?? undefined;
}

/** `lectern mcp`: serves MCP over stdin and stdout for clients that start a program. Forwards requests to a running server. */
export async function mcp({
  url: address,
  apiKey,
  allowHttp = false,
  project: given = projectIn(address),
}: McpCommandOptions): Promise<void> {
  const url = baseUrl(address);
  if (apiKey) refusePlainHttp(url, { allowHttp });
  let project = given === undefined ? none : Promise.resolve(await projectCalled(given));
  // Without --project, the folder in which the client works names the project, if the server knows it.
  const onRoots = (folders: Promise<string[]>): void => {
    project = folders.then((found) => knownProject(found, { url, ...(apiKey && { apiKey }) }));
  };
  const service = createRemoteService({
    url,
    version,
    ...(apiKey && { apiKey }),
    project: () => project,
  });
  const { stdin: input, stdout: output } = process;
  await serveStdio({
    service,
    version,
    input,
    output,
    ...(given === undefined && { onRoots }),
    signal: stopSignal(),
  });
  input.destroy();
}
