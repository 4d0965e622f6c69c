import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// The Git configuration of the machine must not affect tests.
const env = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: join(import.meta.dirname, 'git-config'),
  GIT_AUTHOR_NAME: 'Ada Example',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_AUTHOR_DATE: '2024-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'Ada Example',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_COMMITTER_DATE: '2024-01-01T00:00:00Z',
};

/** A real repository with a work tree, created by the git program. */
export class TestRepository {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  static async create(
    path: string,
    files: Record<string, string | Buffer> = {},
  ): Promise<TestRepository> {
    await mkdir(path, { recursive: true });
    const repository = new TestRepository(path);
    await repository.git('init', '--quiet', '--initial-branch=main');
    if (Object.keys(files).length > 0) await repository.commit(files);
    return repository;
  }

  /** Runs git in the work tree. Returns its output. */
  async git(...args: string[]): Promise<string> {
    const { stdout } = await run('git', args, { cwd: this.path, env, maxBuffer: 64_000_000 });
    return stdout.trim();
  }

  async write(files: Record<string, string | Buffer>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.path, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.path, path), { recursive: true });
  }

  /** Writes the files and commits everything. Returns the commit's id. */
  async commit(files: Record<string, string | Buffer> = {}): Promise<string> {
    await this.write(files);
    await this.git('add', '--all');
    await this.git('commit', '--quiet', '--allow-empty', '--message=change');
    return this.git('rev-parse', 'HEAD');
  }

  /** Creates a complete bare copy, as on a server. */
  async publish(path: string): Promise<void> {
    await this.git('clone', '--quiet', '--mirror', '.', path);
    await this.git('--git-dir', path, 'config', 'uploadpack.allowFilter', 'true');
  }
}
