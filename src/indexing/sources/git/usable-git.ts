import { runGit } from './git-process.ts';

/** The git program if it runs and is new enough (2.31: configuration by environment, fetching by standard input). */
export async function usableGit(
  program: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (program === undefined) return undefined;
  const command = { args: ['version'], signal: AbortSignal.timeout(10_000) };
  const git = { program, settings: [], env: { PATH: env['PATH'] ?? '' } };
  const answer = await runGit(git, command).catch(() => undefined);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(answer?.toString('latin1') ?? '') ?? [];
  const isNew = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 31);
  return isNew ? program : undefined;
}
