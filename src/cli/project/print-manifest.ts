import { readFile, stat } from 'node:fs/promises';
import { CommandError, exitCodes, unreadable } from '../client/command-error.ts';
import { printLine, printNote } from '../commands/output.ts';
import { stoppable } from '../stop-signal.ts';
import { openProject, type ProjectChoice } from './open-project.ts';
import { joinManifests, manifestOf, resourcesOf } from './project-manifest.ts';
import { leftOutLines, nothingLine } from './project-table.ts';

/** Most bytes of a manifest. */
const maxBytes = 5_000_000;

/** `lectern manifest --join <files...>`: prints one manifest with the versions of all of them. */
export async function printJoined(files: string[]): Promise<void> {
  const read = files.map(async (name) => {
    const { size } = await stat(name).catch(unreadable(name));
    if (size > maxBytes) throw new CommandError(exitCodes.usage, `${name} is over 5 MB`);
    return { name, text: await readFile(name, 'utf8').catch(unreadable(name)) };
  });
  printLine(joinManifests(await Promise.all(read)).trimEnd());
}

/**
 * `lectern manifest --project <folder>`: prints a manifest, or Library resources. What is left out goes to stderr. Throws CommandError if nothing
 * is left because files were refused: a sync of an empty manifest would prune the libraries of the project.
 */
export async function printManifest(
  folder: string,
  options: ProjectChoice & { libraries?: boolean },
): Promise<void> {
  const project = await stoppable((signal) =>
    openProject(folder, options, { onProgress: () => {}, signal }),
  );
  const lines = leftOutLines(project);
  const isEmpty = project.dependencies.length === 0;
  if (isEmpty && project.refused.length > 0) {
    for (const line of lines) printNote(line);
    throw new CommandError(exitCodes.usage, nothingLine(folder, project, options));
  }
  const print = options.libraries ? resourcesOf : manifestOf;
  printLine(print(project.name, project.dependencies).trimEnd());
  if (isEmpty) lines.unshift(nothingLine(folder, project, options));
  for (const line of lines) printNote(line);
}
