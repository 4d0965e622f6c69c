import type { CodeProject, DependencyState } from '../store/code-projects.ts';

/** The version of a library that a project uses. */
export interface UsedVersion {
  package: string;
  /** Version in the project's files; '' if they name none. */
  version: string;
  /** Tag, branch or commit of the library; '' for its only content. */
  ref: string;
  state: Exclude<DependencyState, 'missing'>;
  /** Folders of the project's packages in the repository. Their snippets come first. */
  folders: string[];
}

/** The project for which a caller asks. */
export interface AskingProject {
  name: string;
  /** False if the caller has no project of this name. */
  known: boolean;
  /** The versions in use, by library id. */
  uses: ReadonlyMap<string, UsedVersion>;
}

/**
 * Returns what answers need to know of a project. If several packages are in one library, the first dependency that is no
 * development dependency decides its version. Pure.
 */
export function askingProject(name: string, project: CodeProject | undefined): AskingProject {
  const uses = new Map<string, UsedVersion>();
  const ordered = [...(project?.dependencies ?? [])].sort((a, b) => Number(a.dev) - Number(b.dev));
  for (const { library, ref, state, name: packageName, version, folder } of ordered) {
    if (library === undefined || ref === undefined || state === 'missing') continue;
    const earlier = uses.get(library);
    if (!earlier) {
      const folders = folder === undefined ? [] : [folder];
      uses.set(library, { package: packageName, version, ref, state, folders });
    } else if (earlier.ref === ref && folder !== undefined) {
      earlier.folders.push(folder);
    }
  }
  return { name, known: project !== undefined, uses };
}

/** Returns a sentence that says from which version an answer is, and why. */
export function versionNote({ name }: AskingProject, use: UsedVersion): string {
  const used = `${use.package} ${use.version}`.trim();
  if (use.state === 'installed') {
    return `This is the documentation in the installed package ${used}, which project ${name} uses.`;
  }
  if (use.state === 'nearest') {
    return `Project ${name} uses ${used}, which has no tag. This is the documentation of the nearest tag, ${use.ref}.`;
  }
  return `This is the documentation of ${used} (${use.ref}), which project ${name} uses.`;
}

/** Returns a sentence for answers to a caller whose project this server does not know. */
export function unknownProjectNote(name: string): string {
  return `This server has no project ${JSON.stringify(name)}, so this is the library's default version. \`lectern add --project\` adds the project.`;
}
