import { request } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { clientConfigurations } from '../../../src/setup/clients.ts';
import { startApi, type ApiServer } from '../api/api-server.ts';

let shared: ApiServer;
let url: string;
beforeAll(async () => {
  shared = await startApi();
  ({ url } = shared);
  return shared.close;
});

/** The page as somebody gets it who calls the server by this name. */
async function pageFor(host: string): Promise<string> {
  const sent = request(url, { headers: { host } });
  sent.end();
  const [response] = await once(sent, 'response');
  return await text(response);
}

describe('the page at /', () => {
  test('shows every client what to do, with the address it was called by', async () => {
    const page = await pageFor('docs.example.com:8443');
    for (const { name } of clientConfigurations)
      expect(page).toContain(`<summary>${name}</summary>`);
    expect(page).toContain('http://docs.example.com:8443/mcp');
    expect(page).toContain('claude mcp add --scope user --transport http lectern http://docs');
    expect(page).toContain('[mcp_servers.lectern]');
    expect(page).toContain('<code>qwen mcp approve lectern</code>');
    expect(page).not.toContain('undefined');
  });

  test.each(['"><script>alert(1)</script>', "a'b", 'a b', 'x:99999999'])(
    'writes no name that is none: %s',
    async (host) => {
      const page = await pageFor(host);
      expect(page).not.toContain(host);
      expect(page).toContain('http://127.0.0.1:7700/mcp');
    },
  );

  test('loads nothing from elsewhere and runs nothing but its own file', async () => {
    const response = await fetch(`${url}/`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    const page = await response.text();
    const loaded = [...page.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(
      ([, at]) => at!,
    );
    expect(loaded.sort()).toEqual(['connect.css', 'connect.js']);
    expect(page).not.toMatch(/<style|style=|onclick|<script>/);
    for (const [file, type] of [
      ['connect.css', 'text/css'],
      ['connect.js', 'text/javascript'],
    ]) {
      const loadedFile = await fetch(`${url}/${file}`);
      expect(loadedFile.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    }
  });
});
