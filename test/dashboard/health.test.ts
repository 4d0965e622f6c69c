import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

const overview = '**/api/v1/overview';

describe.each(mainPlatforms)('the health of %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(name);
  });
  afterAll(() => platform.close());

  test('shows the parts of an empty install, and then the added library', async () => {
    const page = await openView(platform, '/health');
    await page.getByText('Everything works').waitFor();
    await page.getByText('None yet').waitFor();
    const product = name === 'a laptop' ? /SQLite 3\./ : /PostgreSQL \d+/;
    await page.getByText(product).first().waitFor();
    await page.getByText(/double at 127\.0\.0\.1:\d+, 64 dimensions/).waitFor();
    const answer = await fetch(`${platform.url}/api/v1/libraries`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${platform.keyOf('admin')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        id: '/acme/web',
        source: { git: { url: 'https://127.0.0.1:9/a/b' } },
      }),
    });
    expect(answer.status).toBe(201);
    await page.reload();
    // Only a laptop has its controller in the same process.
    await page.getByText(/^1 (new|being indexed|failed)$/).waitFor();
  });

  test('hides versions from members, and asks callers without a key to sign in', async () => {
    const member = await openView(platform, '/health', { as: 'member' });
    await member.getByText('Search records').waitFor();
    await expect.poll(() => member.getByText('SQLite').count()).toBe(0);
    await expect.poll(() => member.getByText('Answered in').count()).toBe(0);
    const nobody = await openView(platform, '/health', { as: 'anonymous' });
    await nobody.getByRole('heading', { name: 'Sign in first' }).waitFor();
  });

  test('says what does not answer, what it waits for, and that an answer could not be had', async () => {
    const page = await openView(platform, '/connect');
    const seen = Promise.withResolvers<void>();
    await page.route(overview, async (route) => {
      await seen.promise;
      const response = await route.fetch();
      const body = (await response.json()) as { dependencies: object[] };
      const failed = { name: 'index', needed: true, ok: false, message: 'disk gone' };
      await route.fulfill({
        response,
        json: { ...body, dependencies: [{ ...failed, milliseconds: 4 }] },
      });
    });
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    seen.resolve();
    await page.getByText('Lectern cannot answer questions').waitFor();
    await page.getByText('disk gone').waitFor();
    await page.unroute(overview);
    const message = 'The store does not answer.';
    const json = { error: 'search_failed', message };
    await page.route(overview, (route) => route.fulfill({ status: 400, json }));
    await page.reload();
    await page.getByText(message).waitFor();
    await page.unroute(overview);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Everything works').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('shows once how many libraries failed, with a link to the reasons', async () => {
    const page = await openView(platform, '/connect');
    await page.route(overview, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { queue: object };
      await route.fulfill({ response, json: { ...body, queue: { ...body.queue, failed: 3 } } });
    });
    await page.getByRole('link', { name: 'Health' }).click();
    const card = page.getByText('Last run failed').locator('..');
    await card.getByRole('link', { name: 'See why' }).waitFor();
    expect(await card.innerText()).toMatch(/^Last run failed\s+3\s+See why$/);
    await card.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor();
  });

  test('says that the server cannot be reached when it stops answering, and shows the state when it is back', async () => {
    const page = await openView(platform, '/health');
    await page.getByText('Everything works').waitFor();
    await page.route(overview, (route) => route.abort('connectionrefused'));
    await page.getByText('The server cannot be reached').waitFor();
    await expect.poll(() => page.getByText('Everything works').count()).toBe(0);
    await page.unroute(overview);
    await page.getByText('Everything works').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, '/health', { width, scheme });
    await page.getByText('This install').first().waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});
