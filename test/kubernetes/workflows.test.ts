import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from '../stack/commands.ts';
import { kubeTool } from '../stack/kube-tools.ts';

const root = new URL('../..', import.meta.url).pathname;
const folder = join(root, '.github/workflows');
const files = (await readdir(folder)).map((name) => join(folder, name));

interface Job {
  uses?: string;
  permissions?: object;
  'timeout-minutes'?: number;
}

interface Workflow {
  permissions?: object;
  concurrency?: object;
  jobs: Record<string, Job>;
}

describe('the workflows', () => {
  test('pass actionlint', { timeout: 600_000 }, async () => {
    const actionlint = process.env['LECTERN_TEST_ACTIONLINT'] ?? (await kubeTool('actionlint'));

    await expect(run(actionlint, ['-no-color', ...files], { cwd: root })).resolves.toBe('');
  });

  test.each(files)(
    'pin foreign actions to a commit, with the version in a comment: %s',
    async (file) => {
      const text = await readFile(file, 'utf8');
      const foreign = [...text.matchAll(/uses: +(?!\.\/)(.+)$/gm)].map(([, value]) => value);

      const fixed = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
      expect(foreign.filter((value) => !fixed.test(value!))).toEqual([]);
    },
  );

  test.each(files)('declare the rights and the time limit of each job: %s', async (file) => {
    const workflow = parse(await readFile(file, 'utf8')) as Workflow;

    expect(workflow.permissions).toEqual({});
    expect(workflow.concurrency).toBeDefined();
    for (const [name, job] of Object.entries(workflow.jobs)) {
      expect(job.permissions, name).toBeDefined();
      if (!job.uses) expect(job['timeout-minutes'], name).toBeGreaterThan(0);
    }
  });
});

describe('the updates of dependencies', () => {
  test('cover every Go module', async () => {
    const { updates } = parse(await readFile(join(root, '.github/dependabot.yml'), 'utf8')) as {
      updates: { 'package-ecosystem': string; directories?: string[] }[];
    };
    const covered = updates.find((update) => update['package-ecosystem'] === 'gomod')?.directories;
    const tracked = await run('git', ['ls-files', '*go.mod'], { cwd: root });
    const modules = tracked
      .trim()
      .split('\n')
      .filter((path) => existsSync(join(root, path)));

    expect(covered?.toSorted()).toEqual(modules.map((path) => `/${dirname(path)}`).toSorted());
  });
});
