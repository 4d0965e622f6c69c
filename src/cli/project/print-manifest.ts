import { stopSignal } from '../stop-signal.ts';
import { openProject, type ProjectChoice } from './open-project.ts';
import { manifestOf, resourcesOf } from './project-manifest.ts';
import { leftOutLines } from './project-table.ts';

/** `lectern manifest --project <folder>`: prints a manifest, or Library resources. What is left out goes to stderr. */
export async function printManifest(
  folder: string,
  options: ProjectChoice & { libraries?: boolean },
): Promise<void> {
  const project = await openProject(folder, options, {
    onProgress: () => {},
    signal: stopSignal(),
  });
  const print = options.libraries ? resourcesOf : manifestOf;
  process.stdout.write(print(project.name, project.dependencies));
  for (const line of leftOutLines(project)) process.stderr.write(`${line}\n`);
}
