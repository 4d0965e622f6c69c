import { tasks as sourceTasks } from '../indexing/parse-tasks.ts';
import type { ParsedManifest } from './manifest/parse.ts';

/** All tasks that parse untrusted text of sources and manifests. */
export const tasks = {
  ...sourceTasks,

  /** Returns the entries and the mistakes of a manifest. */
  async manifest({ text }: { text: string }): Promise<ParsedManifest> {
    const { parseManifest } = await import('./manifest/parse.ts');
    return parseManifest(text);
  },
};
