import { tasks as sourceTasks, type NamedText } from '../indexing/parse-tasks.ts';
import type { ManifestEntry, ManifestMistake } from './manifest/parse.ts';

/** All tasks that parse untrusted text of sources and manifests. */
export const tasks = {
  ...sourceTasks,

  /** Returns the entries of a manifest, or its mistakes. */
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
