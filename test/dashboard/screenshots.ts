// node test/dashboard/screenshots.ts <folder> [view ...]: makes pictures of views as an admin sees
// them, light and dark, wide and on a phone. Starts a server with the content of
// harness/content.ts.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDashboard } from '../../scripts/build-dashboard.ts';
import { signIn, openBrowser } from './harness/browser.ts';
import { storeHandbook } from './harness/content.ts';
import { startPlatform } from './harness/platform.ts';

const all =
  '/ /libraries/acme/handbook /add /queue /ask /transfer /gitops /access /usage /integrations /health /connect /sign-in';
const [folder = 'screenshots', ...chosen] = process.argv.slice(2);
const views = chosen.length > 0 ? chosen : all.split(' ');

await mkdir(folder, { recursive: true });
if (process.env['LECTERN_KEEP_BUILD'] === undefined) await buildDashboard();
const platform = await startPlatform('a laptop');
await storeHandbook(platform.stores);
const browser = await openBrowser();
for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    await signIn(context, platform, 'admin');
    const page = await context.newPage();
    for (const view of views) {
      await page.goto(`${platform.url}/#${view}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const name = view.replaceAll(/\W+/g, '-').replace(/^-$/, 'libraries').replace(/^-/, '');
      const path = join(folder, `${name}-${colorScheme}-${width}.png`);
      await page.screenshot({ path, fullPage: true });
      process.stdout.write(`${path}\n`);
    }
    await context.close();
  }
}
await browser.close();
await platform.close();
