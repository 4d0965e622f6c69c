import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunningLectern } from '../support/lectern.ts';

const run = promisify(exec);
const root = new URL('../..', import.meta.url).pathname;
const page = await readFile(`${root}docs/guides/tour.md`, 'utf8');

/** The commands of the tour, without comments. */
const tour = [...page.matchAll(/<!-- tour -->\n+```sh\n(.*?)```/gs)]
  .flatMap(([, commands = '']) => commands.split('\n'))
  .filter((line) => line !== '' && !line.startsWith('#'));

describe("the documentation's tour", () => {
  const lectern = RunningLectern.make();

  // Embeds the whole documentation, which takes minutes on a busy machine.
  beforeAll(async () => {
    const server = await lectern;
    await server.start(['--manifest', `${root}config/repos.yaml`]);
    await server.printed(/✓ \/lectern\/lectern/);
  }, 600_000);
  afterAll(async () => (await lectern).remove());

  test('contains more than a dozen commands, and begins with Lectern', () => {
    expect(tour.length).toBeGreaterThan(12);
    expect(tour[0]).toMatch(/^npx lectern ask /);
  });

  // Runs the commands of the page in their order. The port differs, because another Lectern may run. So does the folder of the
  // exported file. Only the first command starts through npx, which takes longer than Lectern. A test of the package compares both.
  test.each(tour.map((command, at) => [command, at] as const))('%s', async (command, at) => {
    const server = await lectern;
    const env = { ...process.env, LECTERN_URL: server.url, LECTERN_DATA: server.data };

    const here = command
      .replace('http://127.0.0.1:7700', server.url)
      .replace('libraries.zip', `${server.data}/libraries.zip`)
      .replaceAll('npx lectern', at === 0 ? '$&' : `"${process.execPath}" bin/lectern.js`);
    const { stdout } = await run(here, { cwd: root, env });

    expect(stdout.trim()).not.toBe('');
    for (const [asked, answered] of expectations) {
      if (command.includes(asked)) expect(stdout).toContain(answered);
    }
  });
});

/** The output that a reader of the tour expects. */
const expectations: [command: string, output: string][] = [
  ['several versions of a library', 'versions: [v4.29.0, v3.29.5]'],
  ['type=json', '"codeSnippets"'],
  ['lectern list', '/lectern/lectern'],
  ['search lectren', '/lectern/lectern'],
  ['rotate the API key', 'acme keys rotate --service billing'],
  ['status /acme/handbook', 'finalized'],
  ['--only lru-cache', 'indexed, installed package'],
  ['search lru-cache', '/packages/npm_lru-cache-'],
  ['remove --project', 'Removed project lectern'],
  ['users create', 'ada is member of default'],
  ['keys create', 'lct_'],
  ['keys list', 'ada'],
];
