import { describe, expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import { annotations, labels } from '../../resources/library.ts';
import {
  isExportable,
  makerOf,
  readersOf,
  refusalOf,
  type Credential,
  type Demand,
} from './credential-policy.ts';

describe('a library', () => {
  test.each<[added: string, metadata: object, maker: string]>([
    ['by a request of a member', { annotations: { [annotations.addedBy]: 'member' } }, 'member'],
    ['by a request of an admin', { annotations: { [annotations.addedBy]: 'admin' } }, 'admin'],
    ['with a mark that says nothing', { annotations: { [annotations.addedBy]: 'x' } }, 'member'],
    ['by a manifest', { labels: { [labels.managedBy]: 'docs' } }, 'manifest'],
    ['by an older lectern add', { annotations: { [annotations.allowLocal]: 'true' } }, 'operator'],
    ['by an older request, whose caller is not known', {}, 'member'],
    ['by kubectl under a name of its own', { name: 'anvil' }, 'resource'],
    ['by Flux', { labels: { 'kustomize.toolkit.fluxcd.io/name': 'x' } }, 'resource'],
    ['by kubectl in another namespace', { name: 'anvil', isForeign: true }, 'member'],
    [
      'by a manifest of another namespace',
      { labels: { [labels.managedBy]: 'docs' }, isForeign: true },
      'member',
    ],
    [
      'in another namespace with a forged mark',
      { annotations: { [annotations.addedBy]: 'admin' }, isForeign: true },
      'member',
    ],
  ])('that was added %s counts as created by: %s', (_added, metadata, maker) => {
    expect(makerOf(makeLibrary({ metadata }))).toBe(maker);
  });

  const wiki = { wiki: { siteUrl: 'https://wiki.example', spaceKey: 'DOC' } };
  const withPassword = { git: { url: 'https://ada:secret@git.example/team/web.git' } };
  test.each<[what: string, spec: object, credential: Credential | undefined, visibility: string]>([
    ['read without a credential', {}, 'none', 'public'],
    ['read with an integration', {}, 'integration', 'private'],
    [
      'read with an integration though it says public',
      { visibility: 'public' },
      'integration',
      'private',
    ],
    [
      'read with a Secret that an admin published',
      { publishCredentialed: true },
      'secret',
      'public',
    ],
    [
      'that is private and published',
      { visibility: 'private', publishCredentialed: true },
      'secret',
      'private',
    ],
    ['that was never read', {}, undefined, 'public'],
    ['that was never read and names a Secret', { secretRef: { name: 'x' } }, undefined, 'private'],
    ['whose Secret was not needed', { secretRef: { name: 'x' } }, 'none', 'public'],
    ['of a wiki that was never read', { source: wiki }, undefined, 'private'],
    ['whose URL has a password', { source: withPassword }, undefined, 'private'],
  ])(
    '%s has the right readers, and only a public one may be exported',
    (_what, spec, credential, visibility) => {
      const library = makeLibrary({
        spec: { teamspace: 'docs', ...spec },
        status: { ...(credential && { credential }) },
      });
      expect(readersOf(library)).toEqual({ visibility, teamspace: 'docs' });
      expect(isExportable(library)).toBe(visibility === 'public');
    },
  );
});

test.each<[credential: Credential, visibility: string]>([
  ['integration', 'private'],
  ['secret', 'public'],
  ['url', 'public'],
])(
  'an author of another namespace who publishes what was read with the credential %s makes it %s',
  (credential, visibility) => {
    const library = makeLibrary({
      metadata: { isForeign: true },
      spec: { publishCredentialed: true },
      status: { credential },
    });
    expect(readersOf(library).visibility).toBe(visibility);
    expect(isExportable(library)).toBe(visibility === 'public');
  },
);

describe('a source that requires a credential', () => {
  const demand: Demand = {
    maker: 'member',
    teamspace: 'docs',
    held: { plan: 'pro', integrations: [] },
    isPublished: false,
    credential: 'integration',
    integration: 'git/git.example',
  };
  const granted = { plan: 'pro', integrations: ['git/git.example'] } as const;

  test.each<[who: string, change: Partial<Demand>]>([
    [
      'a member whose teamspace was granted it',
      { held: { ...granted, integrations: ['git/git.example'] } },
    ],
    ['an admin', { maker: 'admin' }],
    ['the operator', { maker: 'operator' }],
    ['a manifest', { maker: 'manifest' }],
    ['a custom resource', { maker: 'resource' }],
    ['a member who brings a token', { credential: 'secret' }],
  ])('may be read for %s', (_who, change) => {
    expect(refusalOf({ ...demand, ...change })).toBeUndefined();
  });

  test('is not read for a member without the grant, who learns what to request', () => {
    const other = { plan: 'enterprise', integrations: ['git/other.example'] } as const;
    const why = refusalOf({ ...demand, held: { ...other, integrations: [...other.integrations] } });
    expect(why?.message).toContain(
      'teamspace docs may not use the integration git/git.example; ask an admin',
    );
    expect(why?.missingGrant).toEqual({ teamspace: 'docs', integration: 'git/git.example' });
  });

  test.each<[plan: string, change: Partial<Demand>, message: string]>([
    ['the plan free', { held: { plan: 'free', integrations: [] } }, 'has the plan free'],
    ['no teamspace at all', { held: undefined }, 'there is no teamspace docs'],
  ])('is not read with %s, unless an admin published it', (_plan, change, message) => {
    const asked = { ...demand, maker: 'admin', ...change } as const;
    expect(refusalOf(asked)?.message).toContain(message);
    expect(refusalOf(asked)?.missingGrant).toBeUndefined();
    expect(refusalOf({ ...asked, isPublished: true })).toBeUndefined();
  });
});
