import { describe, expect, test } from 'vitest';
import { pagesSubmission, wikiSubmission } from './workspace.ts';

const page = '0123456789abcdef0123456789abcdef';

describe('a workspace that is added', () => {
  test('is a private library of the space, or of some of its pages', () => {
    const whole = wikiSubmission({
      siteUrl: 'https://acme.atlassian.net/wiki',
      spaceKey: 'DOC',
      spaceName: 'Docs',
      cloudId: 'c1',
      title: 'Handbook',
      description: 'How we work',
      projectId: 'p1',
    });
    expect(whole).toEqual({
      spec: {
        id: '/wiki/acme_atlassian_doc',
        title: 'Handbook',
        description: 'How we work',
        projectRef: { name: 'p1' },
        source: {
          wiki: {
            siteUrl: 'https://acme.atlassian.net',
            cloudId: 'c1',
            spaceKey: 'DOC',
            spaceName: 'Docs',
          },
        },
      },
      isPrivate: true,
      force: false,
    });
    const some = wikiSubmission({
      siteUrl: 'https://w.example/c',
      spaceKey: 'DOC',
      pageIds: ['7'],
    });
    expect(some.spec.source.wiki?.pageIds).toEqual(['7']);
  });

  test('is a private library of the pages, which may be given by their URL', () => {
    const { spec, isPrivate } = pagesSubmission({
      workspaceId: 'w1',
      workspaceName: 'Acme Docs',
      pageIds: [page, `https://www.notion.so/acme/Start-${page}`],
    });
    const id = '01234567-89ab-cdef-0123-456789abcdef';
    expect(spec.id).toBe('/pages/acme_docs');
    expect(spec.source.pages).toEqual({
      workspaceId: 'w1',
      workspaceName: 'Acme Docs',
      pageIds: [id, id],
    });
    expect(isPrivate).toBe(true);
  });

  test.each<[() => unknown, RegExp]>([
    [() => wikiSubmission({ siteUrl: 'acme', spaceKey: 'DOC' }), /Field "siteUrl"/],
    [() => wikiSubmission({ siteUrl: 'https://a:b@w.example', spaceKey: 'DOC' }), /credentials/],
    [() => wikiSubmission({ siteUrl: 'https://w.example', spaceKey: 'a b' }), /spaceKey/],
    [() => pagesSubmission({ pageIds: [page, 'nothing'] }), /Field "pageIds.1": .*names no page/],
    [() => pagesSubmission({ pageIds: [] }), /pageIds/],
  ])('is refused with the field where it cannot be', (work, message) => {
    expect(work).toThrow(message);
  });
});
