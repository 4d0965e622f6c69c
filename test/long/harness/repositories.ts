import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestRepository } from '../../support/git-repository.ts';
import { startGitServer } from '../../support/git-server.ts';

/** Number of documents in each repository. */
export const documents = 5;

/**
 * Repositories with documents that all name the repository and its edition. A commit changes all
 * documents at once.
 */
export class EditedRepositories {
  /** Newest edition of each repository, by name. */
  readonly editions = new Map<string, number>();
  private readonly repositories = new Map<string, TestRepository>();
  private readonly folder: string;
  private readonly server: Awaited<ReturnType<typeof startGitServer>>;

  private constructor(folder: string, server: Awaited<ReturnType<typeof startGitServer>>) {
    this.folder = folder;
    this.server = server;
  }

  /** Serves repositories at an address of this machine, each in its first edition. */
  static async serve(count: number, address: string): Promise<EditedRepositories> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-long-'));
    const all = new EditedRepositories(folder, await startGitServer({ root: folder, address }));
    for (let n = 0; n < count; n += 1) {
      const name = `tool-${String(n).padStart(2, '0')}`;
      const work = await TestRepository.create(join(folder, 'work', name), pages(name, 1));
      await work.publish(join(folder, `${name}.git`));
      all.repositories.set(name, work);
      all.editions.set(name, 1);
    }
    return all;
  }

  get names(): string[] {
    return [...this.repositories.keys()];
  }

  /** Folder whose bare repositories the server serves, for repositories of the test's own. */
  get served(): string {
    return this.folder;
  }

  url(name: string): string {
    return `${this.server.origin}/${name}.git`;
  }

  /** Commits and pushes the next edition. */
  async edit(name: string): Promise<void> {
    const repository = this.repositories.get(name)!;
    const edition = this.editions.get(name)! + 1;
    await repository.commit(pages(name, edition));
    await repository.git('push', '--quiet', join(this.folder, `${name}.git`), 'main');
    this.editions.set(name, edition);
  }

  async close(): Promise<void> {
    await this.server.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Returns a question that one of a repository's documents answers. */
export const questionOf = (name: string, part: number): string =>
  `How is part ${part % documents} of ${name} fastened?`;

/** Returns the repositories and editions that a text names, each once, such as `tool-03 17`. */
export function editionsIn(text: string): string[] {
  const found = [...text.matchAll(/edition (\d+) of (tool-\d+)/g)];
  return [...new Set(found.map(([, edition, name]) => `${name} ${edition}`))];
}

function pages(name: string, edition: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: documents }, (_, part) => [
      `docs/part-${part}.md`,
      `# Part ${part} of ${name}\n\nPart ${part} of ${name} is fastened with ${part + 2} bolts. ` +
        `This sentence belongs to edition ${edition} of ${name}.\n`,
    ]),
  );
}
