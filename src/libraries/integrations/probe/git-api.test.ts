import { describe, expect, test } from 'vitest';
import type { GetOptions, HttpClient } from '../../../base/http/client.ts';
import type { SecretValues } from '../../../store/secrets.ts';
import { probeGitApi } from './git-api.ts';
import type { Probed } from './probe.ts';

/** Tests a token with a host that returns this user. Returns the result and the request. */
async function tried(
  host: string,
  fields: SecretValues,
  user: object,
): Promise<{ asked: string[]; probed: Probed | undefined }> {
  const asked: string[] = [];
  const http = {
    get: async (url: string, { authorization = '' }: GetOptions) => {
      asked.push(`${url} ${authorization}`);
      return { text: () => JSON.stringify(user) };
    },
  } as unknown as HttpClient;
  const { signal } = new AbortController();
  const parts = { fields, http, allowedRanges: [], signal };
  return { probed: await probeGitApi(host, `https://${host}`, parts), asked };
}

describe('probeGitApi', () => {
  test.each([
    ['github.com', { login: 'ada' }, 'https://api.github.com/user Bearer secret'],
    ['gitlab.com', { username: 'ada' }, 'https://gitlab.com/api/v4/user Bearer secret'],
    ['bitbucket.org', { display_name: 'ada' }, 'https://api.bitbucket.org/2.0/user Bearer secret'],
    ['codeberg.org', { login: 'ada' }, 'https://codeberg.org/api/v1/user token secret'],
    ['gitlab.example', { username: 'ada' }, 'https://gitlab.example/api/v4/user Bearer secret'],
  ])('asks the API of %s alone whose the token is', async (host, user, request) => {
    const { probed, asked } = await tried(host, { token: 'secret' }, user);

    expect(asked).toEqual([request]);
    expect(probed).toMatchObject({ ok: true, login: 'ada' });
  });

  test('asks Bitbucket with the email of an account where its token has one', async () => {
    const fields = { username: 'ada@example.org', token: 'secret' };

    const { probed, asked } = await tried('bitbucket.org', fields, { display_name: 'Ada' });

    const basic = Buffer.from('ada@example.org:secret').toString('base64');
    expect(asked).toEqual([`https://api.bitbucket.org/2.0/user Basic ${basic}`]);
    expect(probed?.message).toBe('bitbucket.org accepts the token of Ada');
  });
});
