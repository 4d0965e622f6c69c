// node test/dashboard/docs-images.ts [folder]: makes the pictures of docs/images. Starts a server
// with libraries of an invented company.
import { join } from 'node:path';
import { buildDashboard } from '../../scripts/build-dashboard.ts';
import type { LibrarySource } from '../../src/resources/library.ts';
import { storeLibrary } from '../support/stores.ts';
import { openBrowser, signIn } from './harness/browser.ts';
import { finished, storeHandbook } from './harness/content.ts';
import { startPlatform } from './harness/platform.ts';

const [folder = 'docs/images'] = process.argv.slice(2);
const hourMs = 3_600_000;

interface Shown {
  id: string;
  title: string;
  source: LibrarySource;
  /** Names of versions beside the default one. */
  versions: string[];
  snippets: number;
  tokens: number;
  stars?: number;
  trust: number;
  benchmark: number;
  hoursAgo: number;
}

const git = (name: string): LibrarySource => ({ git: { url: `https://github.com/acme/${name}` } });
const site = 'https://docs.acme.example';
const libraries: Shown[] = [
  {
    id: '/acme/anvil',
    title: 'Anvil',
    source: git('anvil'),
    versions: ['v5', 'v4', 'v3'],
    snippets: 4_120,
    tokens: 812_400,
    stars: 2_810,
    trust: 9,
    benchmark: 91,
    hoursAgo: 0.5,
  },
  {
    id: '/acme/ui',
    title: 'Acme UI',
    source: git('ui'),
    versions: ['v2', 'v1'],
    snippets: 1_904,
    tokens: 301_200,
    stars: 412,
    trust: 8,
    benchmark: 88,
    hoursAgo: 7,
  },
  {
    id: '/openapi/payments',
    title: 'Payments API',
    source: { openapi: { url: `${site}/payments.yaml` } },
    versions: [],
    snippets: 318,
    tokens: 64_100,
    trust: 7,
    benchmark: 95,
    hoursAgo: 48,
  },
  {
    id: '/websites/docs_acme_example',
    title: 'Acme Developer Docs',
    source: { website: { url: site } },
    versions: [],
    snippets: 9_302,
    tokens: 1_900_000,
    trust: 8,
    benchmark: 79,
    hoursAgo: 24,
  },
  {
    id: '/wiki/eng',
    title: 'Engineering wiki',
    source: { wiki: { siteUrl: 'https://acme.atlassian.net/wiki', spaceKey: 'ENG' } },
    versions: [],
    snippets: 2_310,
    tokens: 402_000,
    trust: 6,
    benchmark: 71,
    hoursAgo: 96,
  },
];

await buildDashboard();
const platform = await startPlatform('a laptop');
await storeHandbook(platform.stores);
for (const library of libraries) await store(library);
const browser = await openBrowser();
const viewport = { width: 1280, height: 900 };
const context = await browser.newContext({ viewport, colorScheme: 'light' });
await signIn(context, platform, 'admin');
const page = await context.newPage();
await page.goto(`${platform.url}/#/`);
await page.getByRole('row', { name: 'Anvil' }).waitFor();
await page.waitForLoadState('networkidle');
await picture('dashboard-libraries');
await page
  .getByRole('textbox', { name: 'Question' })
  .fill('How does the handbook rotate an API key?');
await page.keyboard.press('Enter');
await page.getByRole('heading', { name: 'Rotate an API key' }).waitFor();
await page.waitForLoadState('networkidle');
await picture('dashboard-ask');
await browser.close();
await platform.close();

async function picture(name: string): Promise<void> {
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  process.stdout.write(`${path}\n`);
}

async function store({
  id,
  title,
  source,
  versions,
  snippets,
  tokens,
  ...facts
}: Shown): Promise<void> {
  const updatedAt = new Date(Date.now() - facts.hoursAgo * hourMs).toISOString();
  const main = { revision: '9f2c1d7e5b3a', documents: snippets, snippets, tokens, updatedAt };
  const status = {
    versions: ['', ...versions].map((name) => ({ name, ...main })),
    totalSnippets: snippets,
    totalTokens: tokens,
    lastUpdateDate: updatedAt,
    trustScore: facts.trust,
    benchmarkScore: facts.benchmark,
    ...(facts.stars !== undefined && { stars: facts.stars }),
  };
  const library = finished({ spec: { id, title, source }, status });
  if (facts.stars === undefined) delete library.status.stars;
  await storeLibrary(platform.stores.registry, library);
}
