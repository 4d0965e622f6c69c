import { expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import { LecternError } from '../../base/errors.ts';
import { createAccessOf, offerFor } from './source-access.ts';

const integrations = { 'git.github.com.token': 't', 'git.git.example.org_8443.token': 't' };

test.each([
  ['https://github.com/acme/anvil', 'git/github.com'],
  ['git@github.com:acme/anvil.git', 'git/github.com'],
  ['https://git.example.org:8443/acme/anvil', 'git/git.example.org:8443'],
])('%s can be read with the integration %s', (url, integration) => {
  expect(offerFor({ source: { git: { url } } }, integrations)).toEqual({
    credential: 'integration',
    integration,
  });
});

test.each([
  'https://git_server.example.org/acme/anvil',
  'http://gitea_1:3000/acme/anvil',
  'git@git_server:acme/anvil.git',
  'https://github.com./acme/anvil',
  'https://[2001:db8::1]:3000/acme/anvil',
])(
  '%s is read without a credential, because no integration can have the name of its host',
  (url) => {
    expect(offerFor({ source: { git: { url } } }, integrations)).toBeUndefined();
  },
);

test('a wiki waits while Kubernetes does not let Lectern read the integrations', async () => {
  const accessOf = createAccessOf({
    secrets: {
      get: async () => {
        throw new LecternError('access_denied', 'Kubernetes refused it');
      },
    },
    teamspaces: { find: async () => undefined },
    allowedRanges: [],
    workDir: '.',
  });
  const wiki = { siteUrl: 'https://example.atlassian.net', spaceKey: 'ANVIL' };

  expect(await accessOf(makeLibrary({ spec: { source: { wiki } } }))).toEqual({
    refused: {
      reason: 'AccessDenied',
      message:
        'Kubernetes does not let Lectern read the Secret lectern-integrations, so no integration can be used',
      retry: 'backoff',
    },
  });
});
