import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientConfigurations } from '../../src/api/clients/clients.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

describe.each(mainPlatforms)('connecting clients to %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(name);
  });
  afterAll(() => platform.close());

  test('a person copies the command of their client, with the address of this server', async () => {
    const page = await openView(platform, '/connect', { as: 'anonymous' });
    for (const client of clientConfigurations) {
      await page.getByRole('button', { name: client.name, exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Copy the command for Claude Code' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `claude mcp add --scope user --transport http lectern ${platform.url}/mcp`,
    );
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    // Browsers have no clipboard for a page over HTTP.
    await page.evaluate(`delete Navigator.prototype.clipboard`);
    await page.getByRole('button', { name: 'Copy the address' }).click();
    await page.getByRole('status').filter({ hasText: 'Select the text and copy it' }).waitFor();
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, '/connect', { as: 'anonymous', width, scheme });
    await page.getByRole('button', { name: 'Codex' }).click();
    await page.getByText('[mcp_servers.lectern]').waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});
