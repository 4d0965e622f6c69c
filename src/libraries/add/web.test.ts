import { describe, expect, test } from 'vitest';
import { llmstxtSubmission, openapiSubmission, websiteSubmission } from './web.ts';

describe('a website, description or llms.txt that is added', () => {
  test.each([
    ['https://react.dev', '/websites/react_dev'],
    ['https://fastapi.tiangolo.com/', '/websites/fastapi_tiangolo'],
    ['docs.python.org/3', '/websites/python_3'],
  ])('%s has the id %s', (websiteUrl, id) => {
    expect(websiteSubmission({ websiteUrl }).spec.id).toBe(id);
  });

  test('takes over limits and names of a website', () => {
    const { spec, isPrivate } = websiteSubmission({
      websiteUrl: 'https://vite.dev/guide/',
      maxPages: 7,
      maxDepth: 2,
      excludePatterns: ['/blog/**'],
      title: 'Vite',
      description: 'Build tool',
    });
    const website = {
      url: 'https://vite.dev/guide/',
      maxPages: 7,
      maxDepth: 2,
      excludePatterns: ['/blog/**'],
    };
    expect(spec).toEqual({
      id: '/websites/vite_dev_guide',
      title: 'Vite',
      description: 'Build tool',
      source: { website },
    });
    expect(isPrivate).toBe(false);
  });

  test('reads below the base URL, which the id is of', () => {
    const { spec } = websiteSubmission({
      websiteUrl: 'https://vite.dev/guide/start',
      websiteBaseUrl: 'https://vite.dev/guide',
    });
    expect(spec.id).toBe('/websites/vite_dev_guide');
    expect(spec.source.website).toEqual({
      url: 'https://vite.dev/guide/start',
      baseUrl: 'https://vite.dev/guide',
    });
  });

  test('has the id of the derived name, or of the file', () => {
    const api = openapiSubmission({ openApiUrl: 'https://api.example.com/v1/openapi.json' });
    expect(api.spec).toEqual({
      id: '/openapi/example',
      source: { openapi: { url: 'https://api.example.com/v1/openapi.json' } },
    });
    const llms = llmstxtSubmission({ llmstxtUrl: 'https://mistral.ai/llms-full.txt', force: true });
    expect(llms.spec.id).toBe('/llmstxt/mistral_ai_llms-full_txt');
    expect(llms.force).toBe(true);
  });

  test.each<[() => unknown, RegExp]>([
    [
      () => websiteSubmission({ websiteUrl: 'ftp://example.org/' }),
      /Field "websiteUrl": .*is not a URL/,
    ],
    [() => websiteSubmission({ websiteUrl: 'file:///etc/passwd' }), /Field "websiteUrl"/],
    [
      () => websiteSubmission({ websiteUrl: 'https://me:planted@example.org/' }),
      /Field "websiteUrl": .* must not carry credentials/,
    ],
    [
      () => websiteSubmission({ websiteUrl: 'me:planted@example.org' }),
      /Field "websiteUrl": .* must not carry credentials/,
    ],
    [
      () =>
        websiteSubmission({
          websiteUrl: 'https://a.dev/guide2',
          websiteBaseUrl: 'https://a.dev/guide',
        }),
      /"websiteUrl" must begin with websiteBaseUrl/,
    ],
    [
      () => websiteSubmission({ websiteUrl: 'https://a.dev/', websiteBaseUrl: 'https://b.dev/' }),
      /"websiteUrl" must begin with websiteBaseUrl/,
    ],
    [() => openapiSubmission({ openApiUrl: 'javascript:alert(1)' }), /Field "openApiUrl"/],
    [
      () => llmstxtSubmission({ llmstxtUrl: 'https://a.dev/readme.txt' }),
      /Field "llmstxtUrl": .* is not an llms.txt file/,
    ],
    [
      () => websiteSubmission({ websiteUrl: 'https://a.dev', maxPages: 0 }),
      /^Field "maxPages" must be 1 or more/,
    ],
  ])('is refused with the field where it cannot be', (work, message) => {
    expect(work).toThrow(message);
    expect(work).toThrow(expect.objectContaining({ code: 'validation_error', status: 400 }));
    expect(work).not.toThrow(/planted/);
  });
});
