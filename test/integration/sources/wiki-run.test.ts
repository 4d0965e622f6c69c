import { expect, test } from 'vitest';
import { runCredentials } from '../../../src/libraries/integrations/run-credentials.ts';
import { openSource } from '../../../src/indexing/sources/open-source.ts';
import { account, startConfluence } from '../../doubles/confluence-server.ts';
import { IndexedLibrary } from './indexed.ts';

const forge = `<ac:structured-macro ac:name="toc" /><p>An anvil is forged in three heats.</p>
<h2>Heat the iron</h2><p>Bring it to a yellow heat before the first blow, see
<ac:link><ri:page ri:content-title="Safety" /></ac:link>.</p>
<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">bash</ac:parameter>
<ac:plain-text-body><![CDATA[forge heat --until yellow && forge strike]]></ac:plain-text-body></ac:structured-macro>`;
const safety = `<ac:structured-macro ac:name="warning"><ac:rich-text-body><p>Wear goggles whenever the
forge is lit.</p></ac:rich-text-body></ac:structured-macro>`;

test('a wiki space is read as snippets, then only its changes, and deleted pages are removed', async () => {
  await using wiki = await startConfluence({ kind: 'cloud' });
  wiki.pages.set('1', { title: 'Forge an anvil', storage: forge });
  wiki.pages.set('2', { title: 'Safety', storage: safety });
  const source = { wiki: { siteUrl: wiki.site, spaceKey: 'DOC' } };
  await using library = await IndexedLibrary.create(source, openSource);
  const credentials = {
    'wiki.siteUrl': wiki.site,
    'wiki.email': account.email,
    'wiki.token': account.token,
  };

  const first = await library.run(credentials);

  expect(first.snippets).toEqual([
    'Heat the iron\nAn anvil is forged in three heats.\n\nBring it to a yellow heat before the first blow, see Safety.\n«bash|forge heat --until yellow && forge strike»',
    'Safety\n**Warning:** Wear goggles whenever the forge is lit.',
  ]);
  expect(await library.run(credentials)).toMatchObject({ changed: false, embedded: [] });

  wiki.pages.set('2', {
    title: 'Safety',
    storage: safety.replace('goggles', 'gloves'),
    version: 2,
  });
  const second = await library.run(credentials);
  expect(second.embedded.join('\n')).toContain('gloves');
  expect(second.embedded.join('\n')).not.toMatch(/anvil|iron/);
  expect(second.snippets[1]).toContain('gloves');

  wiki.pages.get('1')!.status = 'trashed';
  const third = await library.run(credentials);
  expect(third.embedded).toEqual([]);
  expect(third.snippets).toEqual([second.snippets[1]]);

  const wrong = { ...credentials, 'wiki.token': 'planted-token-4711' };
  const failure = await library.run(wrong).catch((error: unknown) => error);
  expect(String(failure)).toMatch(/refuses the token of the wiki integration/);
  expect(String(failure)).not.toContain('planted-token-4711');
  expect(await library.snippets()).toEqual(third.snippets);
});

test('a run gets the settings of its integration and of no other', async () => {
  await using wiki = await startConfluence({ kind: 'data-center' });
  wiki.pages.set('1', { title: 'Safety', storage: safety });
  const set = {
    'wiki.siteUrl': wiki.site,
    'wiki.token': account.token,
    'pages.token': 'planted-token-4711',
  };
  const source = { wiki: { siteUrl: wiki.site, spaceKey: 'DOC' } };
  const credentialsOf = runCredentials({
    secrets: { get: () => Promise.resolve(set) },
    git: () => Promise.resolve(undefined),
    own: () => Promise.resolve(undefined),
  });
  const spec = { id: '/acme/docs', source };
  const decided = { allowLocal: false, credential: 'integration' } as const;
  const job = { id: 'run', library: 'docs', uid: 'uid', spec, ...decided };
  await using library = await IndexedLibrary.create(source, openSource);

  const credentials = (await credentialsOf(job))!;

  expect(Object.keys(credentials)).toEqual(['wiki.siteUrl', 'wiki.token']);
  expect((await library.run(credentials)).snippets).toHaveLength(1);
});

test('a wiki source without the integration fails with that reason', async () => {
  const source = { wiki: { siteUrl: 'https://wiki.example.org', spaceKey: 'DOC' } };
  await using library = await IndexedLibrary.create(source, openSource);

  await expect(library.run({})).rejects.toMatchObject({
    reason: 'AccessDenied',
    message: expect.stringMatching(/^the wiki integration is not configured; an admin can set it/),
  });
});
