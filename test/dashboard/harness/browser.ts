import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { chromium as program } from '../../stack/chromium.ts';
import { ensurePackages } from '../../stack/packages.ts';
import type { Person, Platform } from './platform.ts';

const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

let opened: Promise<Browser> | undefined;
/** Contexts that no test uses, each with its first page. */
const free: BrowserContext[] = [];

/** Opens Debian's Chromium, once for a process. It ends with the process. */
export function openBrowser(): Promise<Browser> {
  opened ??= launch();
  return opened;
}

async function launch(): Promise<Browser> {
  await ensurePackages([program]);
  return await chromium.launch({ executablePath: program.file, args: flags.split(' ') });
}

/**
 * Returns a context without cookies and stored data, whose first page is open at the server, for `openBeside`. Give it back
 * with `giveBack`.
 */
export async function takeContext({ url }: Pick<Platform, 'url'>): Promise<BrowserContext> {
  const known = free.pop();
  if (known) return known;
  const browser = await openBrowser();
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const first = await context.newPage();
  await first.goto(`${url}/api/health`);
  return context;
}

/**
 * Returns a new page of a context from `takeContext`. It runs in the process of the first page, which halves the processor
 * time of opening a view.
 */
export async function openBeside(context: BrowserContext): Promise<Page> {
  const first = firstPage(context);
  const [page] = await Promise.all([context.waitForEvent('page'), first.evaluate('void open()')]);
  return page;
}

/** Closes all pages of a context but the first, and removes what the pages of a server stored in it. */
export async function giveBack(
  context: BrowserContext,
  { url }: Pick<Platform, 'url'>,
): Promise<void> {
  for (const page of context.pages().slice(1)) await page.close();
  await context.clearCookies();
  const session = await context.newCDPSession(firstPage(context));
  const { origin } = new URL(url);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  free.push(context);
}

function firstPage(context: BrowserContext): Page {
  return context.pages().at(0)!;
}

/** Gives a session to every page of a context. */
export async function signIn(
  context: BrowserContext,
  platform: Pick<Platform, 'url' | 'keyOf'>,
  person: Person,
): Promise<void> {
  const key = platform.keyOf(person);
  if (key === undefined) return;
  const response = await context.request.post(`${platform.url}/api/v1/session`, { data: { key } });
  if (!response.ok()) throw new Error(`signing in: ${await response.text()}`);
}
