import type { Command } from 'commander';
import { CommandError, exitCodes } from '../client/command-error.ts';

/** Options of `lectern add` that are about the dependencies of a project. */
const ofProjects: ReadonlySet<string> = new Set([
  'name',
  'dev',
  'only',
  'exclude',
  'max',
  'nearest',
  'offline',
  'dryRun',
  'packageIndexes',
  'allowedRanges',
]);
/** Options of `lectern add` that fit sources and projects. */
const ofBoth: ReadonlySet<string> = new Set([
  'url',
  'data',
  'token',
  'allowHttp',
  'json',
  'wait',
  'project',
]);

/** Throws CommandError if the command line has an option that is about the other thing that `lectern add` adds. */
export function refuseUnfitOptions(command: Command, adds: 'source' | 'project'): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const isFit = ofBoth.has(name) || ofProjects.has(name) === (adds === 'project');
    // The environment may set options for all commands.
    if (isFit || command.getOptionValueSource(name) !== 'cli') continue;
    const message =
      adds === 'source'
        ? `${option.long} is for the dependencies of a project; leave it out, or give --project instead of a source`
        : `${option.long} is for one source; leave it out, or give a source instead of --project`;
    throw new CommandError(exitCodes.usage, message);
  }
}

/** Throws CommandError if an option has taken the next option as its value, as in `--only --offline`. */
export function refuseTakenOptions(command: Command): void {
  const names = ['--help', ...command.options.map(({ long }) => long)];
  for (const option of command.options) {
    const values: unknown[] = [command.getOptionValue(option.attributeName())].flat();
    const taken = names.find((name) => values.includes(name));
    if (taken)
      throw new CommandError(exitCodes.usage, `${option.long} needs a value before ${taken}`);
  }
}
