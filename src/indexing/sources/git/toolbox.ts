import { findGit } from './git-process.ts';

/** The programs that read repositories. */
export interface Toolbox {
  /** The git program; undefined if there is none, to use isomorphic-git. */
  program: string | undefined;
  env: NodeJS.ProcessEnv;
}

/**
 * Returns a function that looks for a usable git program, and remembers it. If it has found none, the next call looks again, because
 * git on a busy machine can answer too late.
 */
export function createToolFinder(
  program: string | undefined,
  env: NodeJS.ProcessEnv,
): () => Promise<Toolbox> {
  let found: Promise<Toolbox> | undefined;
  return async () => {
    found ??= findGit(program, env).then((usable) => ({ program: usable, env }));
    const tools = await found;
    if (tools.program === undefined) found = undefined;
    return tools;
  };
}
