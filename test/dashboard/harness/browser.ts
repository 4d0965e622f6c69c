import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { chromium as program } from '../../stack/chromium.ts';
import { ensurePackages } from '../../stack/packages.ts';
import type { Person, Platform } from './platform.ts';

const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Opens Debian's Chromium, once for a test file. Close it in afterAll. */
export async function openBrowser(): Promise<Browser> {
  await ensurePackages([program]);
  return await chromium.launch({ executablePath: program.file, args: flags.split(' ') });
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
