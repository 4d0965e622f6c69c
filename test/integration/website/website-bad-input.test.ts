import { describe, expect, test } from 'vitest';
import type { Resolve } from '../../../src/base/http/address-guard.ts';
import { openWebsite } from '../../../src/indexing/sources/website/open-website.ts';
import { endless, redirect, startWebServer } from '../../support/web-server.ts';
import { crawl, html } from './crawl.ts';
import { fakeEnvironment, limits, optionsWith } from './read-source.ts';

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const item of items) void item;
}

describe('bad input', () => {
  test.each([
    [403, 'AccessDenied', 'never'],
    [404, 'NotFound', 'never'],
    [500, 'Unreachable', 'backoff'],
  ])('a start page that answers %i is an error', async (status, reason, retry) => {
    await using web = await startWebServer({ '/': { status } });
    await expect(crawl(web, '/')).rejects.toMatchObject({ reason, retry });
  });

  test('a host name that does not resolve is an error', async () => {
    await using web = await startWebServer();
    const resolve: Resolve = () => Promise.reject(new Error('ENOTFOUND'));
    const environment = { ...fakeEnvironment(), resolve };
    await expect(crawl(web, 'http://nowhere.invalid/', { environment })).rejects.toMatchObject({
      reason: 'Unreachable',
      message: 'host name nowhere.invalid does not resolve',
    });
  });

  test('a start page that redirects forever is an error', async () => {
    await using web = await startWebServer({ '/': redirect('/') });
    await expect(crawl(web, '/')).rejects.toMatchObject({
      reason: 'Malformed',
      message: expect.stringContaining('redirects in a circle'),
    });
  });

  test('a start page that is a picture is an error', async () => {
    await using web = await startWebServer({ '/': { headers: { 'content-type': 'image/png' } } });
    await expect(crawl(web, '/')).rejects.toMatchObject({
      reason: 'Malformed',
      message: `${web.origin}/ is image/png; expected HTML, Markdown or text`,
    });
  });

  test.each(['ftp://example.org/', 'file:///etc/', 'nonsense'])('%s is an error', async (url) => {
    const opening = openWebsite({ url }, optionsWith());
    await expect(opening).rejects.toMatchObject({ reason: 'InvalidSource' });
  });

  test('a start page that never ends, or is a gigabyte, is an error', async () => {
    const options = { limits: { ...limits, requestTimeoutMs: 1_000 } };
    await using web = await startWebServer({
      '/stall': (_request, response) => void response.writeHead(200).write('<p>'),
      '/large': endless('x'.repeat(10_000)),
    });
    await expect(crawl(web, '/stall', { options })).rejects.toMatchObject({ reason: 'Timeout' });
    await expect(crawl(web, '/large')).rejects.toMatchObject({ reason: 'TooLarge' });
  });

  test('every other page that fails is skipped with the reason, and the rest is read', async () => {
    const options = { limits: { ...limits, requestTimeoutMs: 2_000 } };
    await using web = await startWebServer({
      '/': html('/403', '/404', '/500', '/round', '/stall', '/large', '/private', '/hangup', '/ok'),
      '/403': { status: 403 },
      '/500': { status: 500 },
      '/round': redirect('/round'),
      '/stall': (_request, response) => void response.writeHead(200).write('<p>'),
      '/large': endless('x'.repeat(10_000)),
      '/private': redirect('http://169.254.169.254/latest/meta-data/'),
      '/hangup': (request) => void request.socket.destroy(),
      '/ok': html(),
    });
    const site = await crawl(web, '/', { options });
    expect(site.paths.read).toEqual(['/ok', '/']);
    const expected: [string, RegExp][] = [
      ['/403', /answers 403/],
      ['/404', /answers 404/],
      ['/500', /answers 500/],
      ['/round', /in a circle/],
      ['/stall', /did not answer in time|did not end in time/],
      ['/large', /larger than 200000 bytes/],
      ['/private', /outside of what is read/],
      ['/hangup', /closes the connection/],
    ];
    for (const [path, reason] of expected) expect(site.reason(path)).toMatch(reason);
  });

  test('a start that leads to a private address is refused, by address and by name', async () => {
    await using web = await startWebServer({ '/': redirect('http://metadata.example/') });
    const resolve: Resolve = () => Promise.resolve([{ address: '169.254.169.254', family: 4 }]);
    const environment = { ...fakeEnvironment(), resolve };
    await expect(crawl(web, '/', { environment })).rejects.toMatchObject({
      reason: 'AddressRefused',
    });
    const options = { allowedRanges: [] };
    await expect(crawl(web, '/', { options })).rejects.toMatchObject({ reason: 'AddressRefused' });
  });

  test('the bytes of a run are bounded', async () => {
    const names = Array.from({ length: 50 }, (_none, index) => `/p${index}`);
    await using web = await startWebServer({ '/': html(...names) });
    for (const name of names) web.pages.set(name, html() + 'x'.repeat(50_000));
    const options = { limits: { ...limits, maxTotalBytes: 200_000 } };
    const site = await crawl(web, '/', { options });
    expect(site.documents.length).toBeLessThan(12);
    expect(site.items.at(-2)).toMatchObject({
      reason: expect.stringContaining('a run reads 200000 bytes at most'),
    });
  });

  test('an abort in the middle ends the crawl with its reason', async () => {
    const controller = new AbortController();
    await using web = await startWebServer({
      '/': html('/a', '/b'),
      '/a': () => controller.abort(new Error('shutting down')),
      '/b': () => {},
    });
    const snapshot = await openWebsite({ url: `${web.origin}/` }, optionsWith(), fakeEnvironment());
    const items = snapshot.documents(() => undefined, controller.signal);
    await expect(drain(items)).rejects.toThrow('shutting down');
    await snapshot.close();
  });

  test('a reader that stops early leaves nothing running', async () => {
    await using web = await startWebServer({ '/': html('/a', '/b'), '/a': html(), '/b': () => {} });
    const snapshot = await openWebsite({ url: `${web.origin}/` }, optionsWith(), fakeEnvironment());
    for await (const item of snapshot.documents(() => undefined, new AbortController().signal)) {
      expect(item.type).toBe('document');
      break;
    }
    await snapshot.close();
  });
});
