import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../test/support/cpu-seconds.ts';
import { goImportPage, goImportRepository } from './go-import.ts';

const url = 'https://github.com/owner/repo';
const page = (...contents: string[]): string =>
  `<!DOCTYPE html><html><head>${contents.map((content) => `<meta name="go-import" content="${content}">`).join('')}</head><body>Go</body></html>`;

describe('the page of a Go module', () => {
  test.each([
    ['k8s.io/api', `k8s.io/api git ${url}`, { url }],
    ['k8s.io/api/v2', `k8s.io/api git ${url}`, { url }],
    ['k8s.io/api/v2', `k8s.io/api/v2 git ${url}`, { url }],
    ['k8s.io/api/sub/v2', `k8s.io/api git ${url}`, { url, directory: 'sub' }],
    ['k8s.io/api', `k8s.io/api git ${url} go`, { url, directory: 'go' }],
    ['k8s.io/api', `k8s.io git ${url}`, { url, directory: 'api' }],
    ['k8s.io/api', `k8s.io/apiserver git ${url}`, undefined],
    ['k8s.io/api', `k8s.io/api hg ${url}`, undefined],
    ['k8s.io/api', '', undefined],
  ])('names the repository of %s by %j', (module, content, expected) => {
    expect(goImportRepository(page(content), module)).toEqual(expected);
  });

  test('can name other modules and systems before', () => {
    const contents = [`k8s.io/other git ${url}/other`, `k8s.io/api mod ${url}`];

    expect(goImportRepository(page(...contents, `k8s.io/api git ${url}`), 'k8s.io/api')).toEqual({
      url,
    });
  });

  test('names nothing in its body, and nothing far from its beginning', () => {
    const tag = `<meta name="go-import" content="k8s.io/api git ${url}">`;

    expect(goImportRepository(`<body>${tag}`, 'k8s.io/api')).toBeUndefined();
    expect(goImportRepository(`${' '.repeat(70_000)}${tag}`, 'k8s.io/api')).toBeUndefined();
  });

  test('of any shape is read quickly', () => {
    for (const unit of ['<a>', '<a></b>', '<meta name=go-import content="', '<!--', '<meta ']) {
      const cpuSeconds = startCpuClock();
      goImportRepository(unit.repeat(2_000_000 / unit.length), 'k8s.io/api');
      expect(cpuSeconds()).toBeLessThan(2);
    }
  });

  test('is at the host that the path begins with', () => {
    expect(goImportPage('go.uber.org/zap')).toBe('https://go.uber.org/zap?go-get=1');
    expect(goImportPage('toolchain')).toBeUndefined();
    expect(goImportPage('localhost/tool')).toBeUndefined();
  });
});
