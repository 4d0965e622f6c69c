import { join } from 'node:path';
import { run } from '../stack/commands.ts';
import { goBuild } from '../stack/go-build.ts';

/** Runs a script of Argo CD on each object, as Argo CD does. Returns the results. */
export async function runLua(script: string, objects: object[]): Promise<unknown[]> {
  return await judge(['lua', script], objects);
}

/** Returns the status of each object that kstatus computes. Flux and helm wait for this status. */
export async function kstatusOf(objects: object[]): Promise<{ status: string; message: string }[]> {
  return (await judge(['kstatus'], objects)) as { status: string; message: string }[];
}

async function judge(args: string[], objects: object[]): Promise<unknown[]> {
  const folder = await goBuild('gitops', {
    module: import.meta.dirname,
    sources: ['main.go'],
    packages: ['.'],
    ldflags: '-s -w',
    notice: "building the GitOps tools' judgment, once: half a minute",
  });
  const answer = await run(join(folder, 'gitops'), args, { input: JSON.stringify(objects) });
  return JSON.parse(answer) as unknown[];
}
