import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { annotations, resourceName, type Library } from '../../src/resources/library.ts';
import { makeLibrary } from '../support/library.ts';
import { storeMany } from '../support/many-libraries.ts';
import { storeLibrary } from '../support/stores.ts';
import { finished } from './harness/content.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, expectShown, openView } from './harness/view.ts';

const minuteAgo = new Date(Date.now() - 60_000).toISOString();
const run = {
  id: 'r1',
  phase: 'indexing',
  startedAt: minuteAgo,
  total: 400,
  fetched: 120,
  documents: 100,
  snippets: 2_400,
  embedded: 1_200,
  skipped: 0,
} as const;
const running = makeLibrary({
  spec: { id: '/acme/running', title: 'Running' },
  status: { state: 'processing', run },
});
const waiting = makeLibrary({
  metadata: { annotations: { [annotations.requestedAt]: minuteAgo } },
  spec: { id: '/acme/waiting', title: 'Waiting', suspend: true, teamspace: 'default' },
});
const failed = finished({
  spec: { id: '/acme/failed', title: 'Failed one' },
  status: {
    state: 'error',
    failures: 3,
    conditions: [
      {
        type: 'Ready',
        status: 'False',
        reason: 'Unreachable',
        message: 'git.example cannot be reached',
        lastTransitionTime: minuteAgo,
      },
    ],
  },
});

async function start(name: (typeof mainPlatforms)[number], libraries: Library[]) {
  const platform = await startPlatform(name, { LECTERN_ANONYMOUS_ACCESS: 'search' });
  for (const library of libraries) await storeLibrary(platform.stores.registry, library);
  return platform;
}

/** Acts as a controller on a cancellation, because `serve` runs without a controller here. */
async function cancelAsController({ stores }: Platform, id: string): Promise<void> {
  const name = resourceName(id);
  const asked = async () => (await stores.registry.get(name))!.metadata.annotations ?? {};
  await expect.poll(async () => (await asked())[annotations.cancelledAt]).toBeDefined();
  const { [annotations.requestedAt]: request, [annotations.cancelledAt]: cancel } = await asked();
  const handled = { lastHandledReconcileAt: request, lastHandledCancelAt: cancel };
  await stores.registry.patch(name, { status: { state: 'finalized', ...handled } });
}

describe.each(mainPlatforms)('the queue of %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await start(name, [running, waiting, failed]);
  });
  afterAll(() => platform.close());

  test('shows the progress of a run, the waiting libraries, and failures with their reasons', async () => {
    const page = await openView(platform, '/queue', { as: 'anonymous' });
    await expectShown(page.getByRole('heading', { name: 'Running (1)' }));
    const progress = page.getByRole('progressbar', { name: 'Progress of Running' });
    expect(await progress.getAttribute('aria-valuenow')).toBe('25');
    for (const fact of ['120 of 400', '2,400', '1,200']) await expectShown(page.getByText(fact));
    await expectShown(page.getByText(/^about \d/));
    await expectShown(page.getByText(/\d\/s$/));
    await expectShown(page.getByRole('heading', { name: 'Waiting (1)' }));
    await expectShown(page.getByText(/asked for \d+ minutes? ago/));
    await expectShown(page.getByText('git.example cannot be reached'));
    await expectShown(page.getByText('3 failed runs in a row'));
    await expect.poll(() => page.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, '/queue', { width, scheme });
    await expectShown(page.getByRole('heading', { name: 'Last run failed (1)' }));
    await expectAccessible(page);
    await expectNoOverflow(page);
  });

  test('a member can cancel only runs of their own teamspace', async () => {
    const page = await openView(platform, '/queue', { as: 'member' });
    const admin = await openView(platform, '/queue');
    await expectShown(page.getByRole('heading', { name: 'Running (1)' }));
    await expectShown(page.getByRole('button', { name: 'Cancel the run of Waiting' }));
    await expectShown(admin.getByRole('button', { name: 'Cancel the run of Running' }));
    const foreign = page.getByRole('button', { name: 'Cancel the run of Running' });
    await expect.poll(() => foreign.count()).toBe(0);
  });

  test('one person cancels a waiting run by keyboard, and another person sees it disappear', async () => {
    const page = await openView(platform, '/queue', { as: 'member' });
    const other = await openView(platform, '/queue', { as: 'anonymous' });
    await expectShown(other.getByRole('heading', { name: 'Waiting (1)' }));
    const cancel = page.getByRole('button', { name: 'Cancel the run of Waiting' });
    await cancel.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel the run of Waiting?' });
    await dialog.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await cancel.click();
    await dialog.getByRole('button', { name: 'Cancel the run' }).click();
    await expectShown(page.getByText('Removed /acme/waiting from the queue.'));
    if (name === 'a cluster') await cancelAsController(platform, '/acme/waiting');
    for (const one of [page, other]) {
      await one.getByText('Waiting for its turn').waitFor({ state: 'hidden' });
      await one.getByRole('heading', { name: /^Waiting/ }).waitFor({ state: 'hidden' });
    }
  });
});

test('the numbers of a run change during the run', async () => {
  const platform = await start('a cluster', [running]);
  try {
    const page = await openView(platform, '/queue');
    await expectShown(page.getByText('120 of 400'));
    const next = { ...run, fetched: 360, documents: 300, embedded: 2_000 };
    const status = { state: 'processing', run: next } as const;
    await platform.stores.registry.patch(resourceName('/acme/running'), { status });
    await expectShown(page.getByText('360 of 400'));
    const progress = page.getByRole('progressbar', { name: 'Progress of Running' });
    expect(await progress.getAttribute('aria-valuenow')).toBe('75');
  } finally {
    await platform.close();
  }
});

test('a run is shown above more than 200 waiting libraries, which are counted', async () => {
  const platform = await startPlatform('a laptop');
  try {
    const waits = { metadata: { annotations: { [annotations.requestedAt]: minuteAgo } } };
    const libraries = Array.from({ length: 210 }, (_, n) =>
      makeLibrary({ ...waits, spec: { id: `/acme/a-${n}`, title: `A ${n}`, suspend: true } }),
    );
    await storeMany(platform.stores.database, [...libraries, running]);
    const page = await openView(platform, '/queue');
    await expectShown(page.getByRole('heading', { name: 'Running (1)' }));
    await expectShown(page.getByRole('heading', { name: 'Waiting (210)' }));
    await expectShown(page.getByText('and 11 more'));
  } finally {
    await platform.close();
  }
});

describe.each(mainPlatforms)('an idle queue of %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(name, { LECTERN_ANONYMOUS_ACCESS: 'none' });
  });
  afterAll(() => platform.close());

  test('says that nothing is being indexed', async () => {
    const page = await openView(platform, '/queue');
    await expectShown(page.getByRole('heading', { name: 'Nothing is being indexed' }));
    await expectAccessible(page);
  });

  test('asks callers who may not see it to sign in', async () => {
    const page = await openView(platform, '/queue', { as: 'anonymous' });
    await expectShown(page.getByRole('heading', { name: 'Sign in first' }).first());
  });

  test('shows a failure, and retries', async () => {
    const page = await openView(platform, '/connect');
    const lists = '**/api/v1/libraries?*';
    const body = { error: 'search_failed', message: 'The registry does not answer.' };
    await page.route(lists, (route) => route.fulfill({ status: 503, json: body }));
    // After the first event of a stream, the page would retry by itself.
    await page.route('**/api/v1/events', (route) => route.abort());
    await page.getByRole('link', { name: 'Queue' }).click();
    await expectShown(page.getByText('The registry does not answer.').first());
    await page.unroute(lists);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expectShown(page.getByRole('heading', { name: 'Nothing is being indexed' }));
  });

  test('shows a placeholder while it loads', async () => {
    const page = await openView(platform, '/connect');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/libraries?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Queue' }).click();
    await expectShown(page.getByRole('status', { name: 'Loading' }));
    held.resolve();
    await expectShown(page.getByRole('heading', { name: 'Nothing is being indexed' }));
  });
});
