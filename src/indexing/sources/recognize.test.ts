import { assert, property, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunError } from '../../base/errors.ts';
import { libraryId } from './library-id.ts';
import { recognize, type SourceType } from './recognize.ts';

describe('recognize', () => {
  test.each<[string, SourceType, string]>([
    ['https://react.dev', 'website', '/websites/react_dev'],
    ['https://react.dev/reference/', 'website', '/websites/react_dev_reference'],
    ['https://fastapi.tiangolo.com', 'website', '/websites/fastapi_tiangolo'],
    ['https://vite.dev', 'website', '/websites/vite_dev'],
    ['vite.dev', 'website', '/websites/vite_dev'],
    ['https://docs.python.org/3', 'website', '/websites/python_3'],
    ['docs.python.org/3/index.html', 'website', '/websites/python_3'],
    ['https://www.example.com/docs/', 'website', '/websites/example_docs'],
    ['https://docs.exa.ai', 'website', '/websites/exa_ai'],
    ['https://docs.com/', 'website', '/websites/docs'],
    ['http://127.0.0.1:8080/a', 'website', '/websites/127_0_0_1_8080_a'],
    ['http://[::1]:80/', 'website', '/websites/1'],
    ['localhost:3000/docs', 'website', '/websites/localhost_3000_docs'],
    ['https://inertiajs.com/llms-full.txt', 'llmstxt', '/llmstxt/inertiajs_llms-full_txt'],
    ['https://docs.mistral.ai/llms-full.txt', 'llmstxt', '/llmstxt/mistral_ai_llms-full_txt'],
    ['https://gsap.com/llms.txt', 'llmstxt', '/llmstxt/gsap_llms_txt'],
    ['https://rescript-lang.org/llms.txt', 'llmstxt', '/llmstxt/rescript-lang_llms_txt'],
    ['svelte.dev/docs/llms-small.txt', 'llmstxt', '/llmstxt/svelte_dev_docs_llms-small_txt'],
    ['https://api.example.com/v1/openapi.json', 'openapi', '/openapi/example'],
    [
      'https://petstore3.swagger.io/api/v3/openapi.json',
      'openapi',
      '/openapi/petstore3_swagger_io',
    ],
    ['https://example.org/specs/billing.yaml?v=2', 'openapi', '/openapi/example_specs_billing'],
    ['https://example.org/shop/v3/api-docs', 'openapi', '/openapi/example_shop'],
    ['https://github.com/Vercel/Next.js', 'git', '/vercel/next.js'],
    ['github.com/vercel/next.js', 'git', '/vercel/next.js'],
    ['vercel/next.js', 'git', '/vercel/next.js'],
    ['https://gitlab.com/group/sub/project', 'git', '/gitlab.com/group_sub_project'],
    ['https://gitlab.com/group/project/-/tree/main/docs', 'git', '/group/project'],
    ['https://git.example.org/team/tool.git', 'git', '/git.example.org/team_tool'],
    ['https://git.example.org/tool.git', 'git', '/git.example.org/tool'],
    [
      'https://dev.azure.com/acme/saws/_git/manual?path=/oil.md',
      'git',
      '/dev.azure.com/acme_saws_git_manual~850c1fb33318ae78',
    ],
    ['git@github.com:owner/repo.git', 'git', '/owner/repo'],
    ['ssh://git@host.example:2222/owner/repo.git', 'git', '/host.example_2222/owner_repo'],
    ['/srv/projects/My Docs/', 'git', '/local/my_docs'],
    ['./docs', 'git', '/local/docs'],
    ['../lectern', 'git', '/local/lectern'],
    ['~/src/tool', 'git', '/local/tool'],
    ['C:\\src\\tool', 'git', '/local/tool'],
    ['file:///srv/repo.git', 'git', '/local/repo'],
  ])('%s is a %s library %s', (input, type, id) => {
    const recognized = recognize(input);
    expect(Object.keys(recognized.source)).toEqual([type]);
    expect(recognized.id).toBe(id);
    expect(libraryId(recognized.source)).toBe(id);
  });

  test.each<[string, SourceType, string, object]>([
    [
      'https://acme.atlassian.net/wiki/spaces/DOC/overview',
      'wiki',
      '/wiki/acme_atlassian_doc',
      { siteUrl: 'https://acme.atlassian.net', spaceKey: 'DOC' },
    ],
    [
      'https://wiki.example.org/confluence/pages/viewpage.action?pageId=42',
      'wiki',
      '/wiki/wiki_example_confluence_42',
      { siteUrl: 'https://wiki.example.org/confluence', pageIds: ['42'] },
    ],
    [
      'https://www.notion.so/acme/Handbook-0123456789abcdef0123456789ABCDEF?pvs=4',
      'pages',
      '/pages/01234567-89ab-cdef-0123-456789abcdef',
      { pageIds: ['01234567-89ab-cdef-0123-456789abcdef'] },
    ],
  ])('%s is a %s library when that is asked for', (input, type, id, source) => {
    expect(recognize(input, type)).toEqual({ id, source: { [type]: source } });
  });

  test('an address that names no page of a workspace is refused with what would be right', () => {
    expect(() => recognize('https://www.notion.so/acme', 'pages')).toThrow(/32 hexadecimal digits/);
    expect(() => recognize('https://acme.atlassian.net/wiki', 'wiki')).toThrow(
      /names neither a space nor a page/,
    );
  });

  test('a host without a scheme is read over https', () => {
    expect(recognize('vite.dev/guide').source).toEqual({
      website: { url: 'https://vite.dev/guide' },
    });
  });

  test('a folder of a repository names the branch and the folder to read', () => {
    expect(recognize('https://github.com/owner/repo/tree/v2/docs/guide').source).toEqual({
      git: { url: 'https://github.com/owner/repo', branch: 'v2', folders: ['docs/guide'] },
    });
  });

  test('credentials in the address of a repository stay in it', () => {
    expect(recognize('https://me:secret@github.com/owner/repo').source).toEqual({
      git: { url: 'https://me:secret@github.com/owner/repo' },
    });
  });

  test('a page about a repository means the repository', () => {
    expect(recognize('https://github.com/owner/repo/issues/7').source).toEqual({
      git: { url: 'https://github.com/owner/repo' },
    });
  });

  test('a type that is given wins', () => {
    expect(recognize('https://github.com/owner/repo', 'website')).toEqual({
      id: '/websites/github_owner_repo',
      source: { website: { url: 'https://github.com/owner/repo' } },
    });
    expect(recognize('https://git.example.org/team/tool', 'git').id).toBe(
      '/git.example.org/team_tool',
    );
  });

  test.each(['', 'http://', 'ftp://example.org/x', 'two words'])('%j is refused', (input) => {
    expect(() => recognize(input)).toThrow('is neither a URL nor a path');
  });

  test('any text is recognized with an id of two segments, or refused with a RunError', () => {
    const attempt = (input: string): string => {
      try {
        return recognize(input).id;
      } catch (error) {
        if (error instanceof RunError) return '/refused/refused';
        throw error;
      }
    };
    assert(
      property(string(), (text) => {
        expect(attempt(text)).toMatch(/^\/[^/@]+\/[^/@]+$/);
      }),
    );
    assert(
      property(stringMatching(/^https?:\/\/[a-z]{1,9}\.org\/[a-z0-9%=&?#/._@-]{0,40}$/), (url) => {
        expect(attempt(url)).toMatch(/^\/[^/@\s]{1,210}\/[^/@\s]{1,210}$/);
      }),
    );
  });
});
