import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LecternError } from '../../../src/base/errors.ts';
import { readers, type AnyReader } from '../../../src/api/routes/add/add-source.ts';
import { add } from '../../../src/cli/commands/add.ts';
import { parseManifest } from '../../../src/libraries/manifest/parse.ts';
import { librariesOf } from '../../../src/libraries/manifest/to-library.ts';
import { apiServer, operatorToken } from '../api/api-server.ts';

type Type = 'git' | 'website' | 'llmstxt' | 'openapi';

const fields: Record<Type, string> = {
  git: 'docsRepoUrl',
  website: 'websiteUrl',
  llmstxt: 'llmstxtUrl',
  openapi: 'openApiUrl',
};

/** Returns the mistake that a manifest from Git reports for an address; undefined if it accepts the address. */
function byManifest(type: Type, url: string): string | undefined {
  const text = JSON.stringify({ repos: [{ type, url }] });
  try {
    librariesOf(parseManifest(text), { name: 'm' });
    return undefined;
  } catch (error) {
    return said(error).replace(/^m:1: /, '');
  }
}

function byRequest(type: Type, url: string): string | undefined {
  try {
    const reader: AnyReader = readers[type];
    reader.read({ [fields[type]]: url });
    return undefined;
  } catch (error) {
    return said(error).replace(`Field "${fields[type]}": `, '').replace(/\.$/, '');
  }
}

async function byCommand(type: Type, source: string): Promise<string | undefined> {
  const { url } = await apiServer();
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  try {
    await add(source, { url, data: '', token: operatorToken, type });
    return undefined;
  } catch (error) {
    return said(error);
  }
}

function said(error: unknown): string {
  if (error instanceof LecternError || error instanceof Error) return error.message;
  throw error;
}

describe('an address means the same in a manifest, a request and a command', () => {
  test.each<[type: Type, address: string, message: RegExp]>([
    ['website', 'notaurl', /^"notaurl" is not a URL; expected one such as https:\/\/docs\.example/],
    ['website', 'two words', /is not a URL/],
    ['website', 'ftp://example.org/x', /is not a URL/],
    ['website', 'https://', /is not a URL/],
    ['website', 'owner/repo', /is not a URL/],
    ['website', 'https://example.org/\u202Egpj', /is not a URL/],
    ['website', `https://example.org/${'a'.repeat(2000)}`, /is not a URL/],
    ['website', 'https://me:word@example.org', /must not carry credentials/],
    ['openapi', 'foo', /^"foo" is not a URL/],
    ['openapi', 'file:///etc/passwd', /is not a URL/],
    ['llmstxt', 'foo', /is not a URL/],
    ['llmstxt', 'https://example.org/readme.txt', /is not an llms\.txt file; expected the URL of/],
    ['llmstxt', 'https://example.org/llms.txt/other', /is not an llms\.txt file/],
    ['git', 'github.com/acme', /^"github\.com\/acme" names an owner or group and no repository/],
    ['git', 'https://github.com/acme', /names an owner or group and no repository/],
    ['git', 'https://www.github.com/acme.git', /names an owner or group and no repository/],
    ['git', 'git@gitlab.com:acme', /names an owner or group and no repository/],
    ['git', 'web', /^"web" is neither the URL of a Git repository nor owner\/repo/],
    ['git', 'ext::sh -c id', /is not a Git URL that can be read/],
    ['git', '--upload-pack=id', /is neither the URL of a Git repository nor owner\/repo/],
    ['git', 'ssh://-oProxyCommand=id/a/b', /is not a Git URL that can be read/],
  ])('%s: %j is refused', async (type, address, message) => {
    const messages = [
      byManifest(type, address),
      byRequest(type, address),
      await byCommand(type, address),
    ];
    expect(messages[0]).toMatch(message);
    expect(new Set(messages).size, messages.join('\n')).toBe(1);
  });

  test.each<[type: Type, address: string]>([
    ['website', 'https://docs.example.org/guide/'],
    ['website', 'docs.example.org/guide'],
    ['website', 'localhost:3000/docs'],
    ['website', 'http://wiki/docs'],
    ['openapi', 'https://example.org/openapi.json'],
    ['openapi', 'example.org/openapi.yaml?v=2'],
    ['llmstxt', 'https://example.org/llms.txt'],
    ['llmstxt', 'example.org/docs/llms-ctx.txt'],
    ['llmstxt', 'https://example.org/llms-ctx-full.txt'],
    ['git', 'owner/repo'],
    ['git', 'github.com/owner/repo'],
    ['git', 'https://git.example.org/tool.git'],
    ['git', 'git@git.example.org:team/tool.git'],
  ])('%s: %j is accepted', async (type, address) => {
    expect(byManifest(type, address)).toBeUndefined();
    expect(byRequest(type, address)).toBeUndefined();
    expect(await byCommand(type, address)).toBeUndefined();
  });

  test('only the operator may add a local path', async () => {
    expect(byManifest('git', './docs')).toBe(byRequest('git', './docs'));
    expect(byRequest('git', './docs')).toMatch(/is a local path, which only the operator's own/);
    expect(await byCommand('git', './test/fixtures')).toBeUndefined();
  });

  test('an invalid branch name is refused before a run', () => {
    const text = JSON.stringify({ repos: [{ url: 'a/b', branch: '--upload-pack=id' }] });
    const mistake = /m:1: branch "--upload-pack=id" cannot name a tag or branch/;
    expect(() => librariesOf(parseManifest(text), { name: 'm' })).toThrow(mistake);
  });
});
