import { readFileSync } from 'node:fs';
import { Router, type Request, type Response } from 'express';
import { withEntry } from '../../setup/client-file.ts';
import {
  clientConfigurations,
  type ClientConfiguration,
  type Connection,
  type Machine,
} from '../../setup/clients.ts';

/** Everything comes from this server, nothing runs that is not a file of it, and no other page may frame it. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const files = { 'connect.css': 'text/css', 'connect.js': 'text/javascript' } as const;

/** The page at `/` that shows how to connect each client, with the address that requests reach the server by. */
export function connectPage(version: string, addressOf: (request: Request) => string): Router {
  const router = Router();
  router.get('/', (request, response) => {
    send(response, 'text/html', pageText(addressOf(request), version));
  });
  for (const [name, type] of Object.entries(files)) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    router.get(`/${name}`, (_request, response) => send(response, type, text));
  }
  return router;
}

function send(response: Response, type: string, text: string): void {
  response.set({ 'Content-Security-Policy': policy, 'Content-Type': `${type}; charset=utf-8` });
  response.send(text);
}

function pageText(origin: string, version: string): string {
  const clients = clientConfigurations.map((client, at) => section(client, origin, at === 0));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Connect to Lectern</title>
<link rel="stylesheet" href="connect.css">
<script src="connect.js" defer></script>
</head>
<body data-origin="${escaped(origin)}">
<header>
<h1>Lectern</h1>
<p>This server answers questions from the documentation of libraries. Connect your editor or assistant to it, then ask about a library as you would ask a colleague.</p>
</header>
<main>
<h2>Address</h2>
<p>Any client of the Model Context Protocol (streamable HTTP) connects to:</p>
${code(`${origin}/mcp`)}
<h2>Clients</h2>
<p>On a machine with Lectern, one command writes the entry and keeps all others: <code>lectern setup &lt;client&gt; --url ${escaped(origin)}</code></p>
${clients.join('\n')}
</main>
<footer><p>Lectern ${escaped(version)} · <a href="api/openapi.json">HTTP API</a> · <a href="api/ready">status</a></p></footer>
</body>
</html>
`;
}

function section(client: ClientConfiguration, origin: string, open: boolean): string {
  const http: Connection = { kind: 'http', url: `${origin}/mcp`, withKey: false };
  const args = ['mcp', '--url', origin];
  const stdio: Connection = { kind: 'stdio', command: 'lectern', args, withKey: false };
  const entry = withEntry(client, client.entry(http) ? http : stdio, '').trimEnd();
  const command = client.command?.(`${origin}/mcp`);
  return `<details name="client"${open ? ' open' : ''}>
<summary>${escaped(client.name)}</summary>
${command ? `<p>Run</p>${code(command)}<p>or put this into ${places(client)}:</p>` : `<p>Put this into ${places(client)}:</p>`}
${code(entry)}
${client.note ? `<p>${marked(client.note)}</p>` : ''}
<p><a href="${escaped(client.documentation)}" rel="noreferrer">Documentation of ${escaped(client.name)}</a></p>
</details>`;
}

/** The client's file on each system, once where they are the same. */
function places({ userFile, projectFile }: ClientConfiguration): string {
  const machine: Machine = { platform: 'linux', home: '~', project: '.', env: {} };
  const user = [
    userFile(machine),
    userFile({ ...machine, platform: 'darwin' }),
    userFile({ ...machine, platform: 'win32', env: { APPDATA: '%APPDATA%' } }),
  ];
  const shown = [...new Set(user), ...(projectFile ? [projectFile(machine)] : [])];
  return shown.map((file) => `<code>${escaped(file)}</code>`).join(' or ');
}

function code(text: string): string {
  return `<div class="code"><pre tabindex="0"><code>${escaped(text)}</code></pre><button type="button" hidden>Copy</button></div>`;
}

/** A sentence with what stands between backticks as code. */
function marked(sentence: string): string {
  return escaped(sentence).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
