import { setTimeout as sleep } from 'node:timers/promises';
import type { ResolveProgress } from '../../projects/resolve-project.ts';
import { createClient, type Client, type ClientOptions } from '../client/client.ts';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { despiteOutage } from '../commands/despite-outage.ts';
import { printJson, printLine, printNote, redraw } from '../commands/output.ts';
import { stoppable } from '../stop-signal.ts';
import { openProject, type ProjectChoice, type ProjectReading } from './open-project.ts';
import {
  isWaiting,
  leftOutLines,
  nothingLine,
  projectTable,
  type ShownDependency,
} from './project-table.ts';

interface AddProjectOptions extends ClientOptions, ProjectChoice {
  json?: boolean;
  dryRun?: boolean;
  /** False: returns while the libraries are being indexed. */
  wait?: boolean;
}

/** A project as the API returns it. */
interface ProjectView {
  name: string;
  dependencies: ShownDependency[];
}

interface LibraryChange {
  library: string;
  change: 'added' | 'changed' | 'kept' | 'deleted';
}

const pollMs = 1_000;
const plainIntervalMs = 10_000;

/**
 * `lectern add --project <folder>`: adds the documentation of the versions that a project uses, and removes what it no longer
 * uses. Shows progress until everything is indexed.
 */
export async function addProject(folder: string, options: AddProjectOptions): Promise<void> {
  const line = new StatusLine();
  const onProgress = (progress: ResolveProgress): void => line.show(stepLine(progress));
  const project = await stoppable((signal) =>
    openProject(folder, options, { onProgress, signal }),
  ).finally(() => redraw());
  const client = createClient(options);
  if (project.dependencies.length === 0) {
    if (options.json) printJson({ ...project, changes: [] });
    for (const text of leftOutLines(project)) printNote(text);
    const nothing = nothingLine(folder, project, options);
    const isLeft = await isHeld(client, project.name);
    const hint = ` The server still has what project ${project.name} used before; \`lectern remove\` with the same --project and --name removes that.`;
    throw new CommandError(exitCodes.usage, isLeft ? nothing + hint : nothing);
  }
  const { dryRun = false } = options;
  if (dryRun) {
    if (options.json) printJson(project);
    else printReport(project.dependencies, project);
    return;
  }
  const { view, changes } = await putProject(client, project);
  const shown = options.wait === false ? view : await untilIndexed(client, view, line);
  if (options.json) {
    const { development, refused, leftOut } = project;
    printJson({ ...shown, changes, development, refused, leftOut });
    return;
  }
  printReport(shown.dependencies, project);
  for (const { library } of changes.filter(({ change }) => change === 'deleted'))
    printLine(`Deleted ${library}: no project uses it any more.`);
  printHint(shown);
}

/** Returns whether a server has a project. Without a server, it has none. */
async function isHeld(client: Client, name: string): Promise<boolean> {
  return client.json(`/api/v1/projects/${name}`).then(
    () => true,
    () => false,
  );
}

/** Sends a project to a server. */
export async function putProject(
  client: Client,
  { name, origin, dependencies }: Pick<ProjectReading, 'name' | 'origin' | 'dependencies'>,
): Promise<{ view: ProjectView; changes: LibraryChange[] }> {
  const { project: view, changes } = await client.json<{
    project: ProjectView;
    changes: LibraryChange[];
  }>(`/api/v1/projects/${name}`, { method: 'PUT', body: { origin, dependencies } });
  return { view, changes };
}

/** `lectern remove --project <folder>`: removes a project, and the libraries and versions that no other project uses. */
export async function removeProject(
  folder: string,
  options: ClientOptions & Pick<ProjectChoice, 'name'> & { json?: boolean },
): Promise<void> {
  const choice = { ...options, offline: true, max: 0 };
  const { name } = await stoppable((signal) =>
    openProject(folder, choice, { onProgress: () => {}, signal }),
  );
  const { changes } = await createClient(options).json<{ changes: LibraryChange[] }>(
    `/api/v1/projects/${name}`,
    { method: 'DELETE' },
  );
  if (options.json) {
    printJson({ name, changes });
    return;
  }
  for (const { library, change } of changes) printLine(`${library}  ${change}`);
  printLine(`Removed project ${name}.`);
}

async function untilIndexed(
  client: Client,
  first: ProjectView,
  line: StatusLine,
): Promise<ProjectView> {
  let view = first;
  while (view.dependencies.some(isWaiting)) {
    line.show(indexedLine(view));
    await sleep(pollMs);
    view = await despiteOutage(() => client.json<ProjectView>(`/api/v1/projects/${first.name}`));
  }
  redraw();
  return view;
}

function stepLine({ step, done, total }: ResolveProgress): string {
  return step === 'packages'
    ? `Looking up packages: ${done} of ${total}`
    : `Reading tags: ${done} of ${total} repositories`;
}

function indexedLine({ dependencies }: ProjectView): string {
  const found = dependencies.filter(({ library }) => library !== undefined);
  const waiting = found.filter(isWaiting);
  const active = waiting.filter(({ libraryState }) => libraryState === 'processing');
  const now = active.length > 0 ? ` Now: ${active.map(({ name }) => name).join(', ')}` : '';
  return `Indexed ${found.length - waiting.length} of ${found.length} packages.${now}`;
}

function printReport(dependencies: readonly ShownDependency[], project: ProjectReading): void {
  printLine(projectTable(dependencies));
  printLine();
  const found = dependencies.filter(({ state }) => state !== 'missing').length;
  printLine(
    `Project ${project.name}: ${found} of ${dependencies.length} dependencies have documentation.`,
  );
  for (const text of leftOutLines(project)) printLine(text);
}

function printHint({ name, dependencies }: ProjectView): void {
  const first = dependencies.find(({ indexed }) => indexed);
  if (!first?.library) return;
  printLine(`Ask: lectern ask ${first.library} "How do I use ${first.name}?" --project ${name}`);
  printLine('Connect an assistant in this folder: lectern setup <assistant> --project');
}

/** Redraws one line on a terminal; prints a line now and then elsewhere. Writes to stderr, because stdout is the result. */
class StatusLine {
  private printedAt = 0;

  show(text: string): void {
    if (process.stderr.isTTY) {
      redraw(text);
    } else if (Date.now() - this.printedAt >= plainIntervalMs) {
      this.printedAt = Date.now();
      printNote(text);
    }
  }
}
