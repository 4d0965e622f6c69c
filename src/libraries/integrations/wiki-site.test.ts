import { expect, test } from 'vitest';
import { LecternError } from '../../base/errors.ts';
import { wikiSite } from './wiki-site.ts';

test('the site is the one that the integration names at that moment', async () => {
  let values: Record<string, string> | undefined;
  const site = wikiSite({ get: async () => values });

  expect(await site()).toBeUndefined();
  values = { 'wiki.siteUrl': 'https://wiki.example', 'wiki.token': 'secret' };
  expect(await site()).toBe('https://wiki.example');
});

test('where the integrations may not be read there is no site, and manifests are synced without', async () => {
  const refused = new LecternError('access_denied', 'Kubernetes refused it');

  expect(await wikiSite({ get: () => Promise.reject(refused) })()).toBeUndefined();
});
