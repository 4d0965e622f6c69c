import type { Ecosystem } from './dependency.ts';
import type { EcosystemFacts } from './formats/reading.ts';
import type { OutsidePoms } from './open-files.ts';

/** The files of one ecosystem in a project. */
export interface FilesToRead {
  ecosystem: Ecosystem;
  /** Real path of the project's folder. */
  folder: string;
  /** Paths relative to the folder, with forward slashes. */
  paths: string[];
  /** Poms outside of the project. Absent: none. */
  poms?: OutsidePoms;
}

/** The tasks that read files of a project in a parse process. */
export const tasks = {
  /** Returns what the files of one ecosystem declare. */
  async dependencies({ ecosystem, folder, paths, poms }: FilesToRead): Promise<EcosystemFacts> {
    const { openFiles } = await import('./open-files.ts');
    const { readFiles } = await import('./formats/read-files.ts');
    return readFiles(ecosystem, openFiles(folder, paths, poms));
  },
};
