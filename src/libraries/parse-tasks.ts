import { tasks as sourceTasks, type NamedText } from '../indexing/parse-tasks.ts';
import type { ManifestEntry, ManifestMistake } from './manifest/parse.ts';

/** Every task that reads untrusted text: of sources, and of manifests. */
export const tasks = {
  ...sourceTasks,

  /** The entries of a manifest, or what is wrong with it. */
  async manifest(
    input: NamedText,
  ): Promise<{ entries: ManifestEntry[] } | { mistakes: ManifestMistake[] }> {
    const { ManifestError, parseManifest } = await import('./manifest/parse.ts');
    try {
      return { entries: parseManifest(input.text, input.where) };
    } catch (error) {
      if (error instanceof ManifestError) return { mistakes: error.mistakes };
      throw error;
    }
  },
};
