import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import type { Corpus } from './questions.ts';

const run = promisify(execFile);

const timeoutMs = 300_000;
const maxArchiveBytes = 100_000_000;
const maxListingBytes = 64_000_000;

interface PrepareOptions {
  /** Folder of all corpora. Each has a subfolder with its files at their original paths. */
  folder: string;
  /** Folder of Git repositories, each at `<owner>+<name>` or `<owner>+<name>/repo`. */
  mirror?: string | undefined;
}

/**
 * Fetches the relevant files of a corpus if its folder does not exist yet: a package from its registry, a repository
 * from the mirror. Returns the absolute path of the folder, or undefined if a repository is not in the mirror. Throws if a fetch fails.
 */
export async function prepareCorpus(
  name: string,
  corpus: Corpus,
  { folder, mirror }: PrepareOptions,
): Promise<string | undefined> {
  const target = resolve(folder, name);
  if (existsSync(target)) return target;
  const repository = 'repo' in corpus ? repositoryIn(mirror, corpus.repo) : undefined;
  if ('repo' in corpus && !repository) return undefined;
  const scratch = `${target}.part`;
  await rm(scratch, { recursive: true, force: true });
  await mkdir(join(scratch, 'kept'), { recursive: true });
  process.stderr.write(`preparing ${name}\n`);
  if ('npm' in corpus) await extractPackage(await packNpm(corpus, scratch), scratch, corpus);
  else if ('pypi' in corpus)
    await extractPackage(await fetchSdist(corpus, scratch), scratch, corpus);
  else await extractCommit(repository!, corpus, scratch);
  await rename(join(scratch, 'kept'), target);
  await rm(scratch, { recursive: true });
  return target;
}

/** Returns whether a file is a document of the corpus, or one that its documents include. Pure. */
export function counts(path: string, corpus: Corpus): boolean {
  const document =
    (corpus.root === '.' || path.startsWith(`${corpus.root}/`)) &&
    corpus.extensions.includes(extname(path)) &&
    !corpus.exclude.some((pattern) => matches(path, pattern));
  return document || (corpus.included ?? []).some((pattern) => matches(path, pattern));
}

function matches(path: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(path);
}

function repositoryIn(mirror: string | undefined, repo: string): string | undefined {
  if (!mirror) return undefined;
  const folder = join(mirror, repo.replace('/', '+'));
  return [join(folder, 'repo'), folder].find((one) => existsSync(join(one, 'HEAD')));
}

async function extractCommit(
  repository: string,
  corpus: Corpus & { commit: string },
  scratch: string,
): Promise<void> {
  const git = ['--git-dir', repository];
  const list = await run('git', [...git, 'ls-tree', '-r', '-z', corpus.commit], {
    maxBuffer: maxListingBytes,
    timeout: timeoutMs,
  });
  const paths = list.stdout
    .split('\0')
    .filter((line) => line.startsWith('100'))
    .map((line) => line.slice(line.indexOf('\t') + 1))
    .filter((path) => counts(path, corpus));
  // `git archive` would leave out what .gitattributes keeps out of releases, such as the documentation of some projects.
  const options = {
    timeout: timeoutMs,
    env: { ...process.env, GIT_INDEX_FILE: join(scratch, 'index') },
  };
  await run('git', [...git, 'read-tree', corpus.commit], options);
  const into = ['--work-tree', join(scratch, 'kept')];
  const checkout = run('git', [...git, ...into, 'checkout-index', '-z', '--stdin'], options);
  checkout.child.stdin!.end(paths.join('\0'));
  await checkout;
}

async function packNpm(
  { npm, version }: { npm: string; version: string },
  scratch: string,
): Promise<string> {
  await run('npm', ['pack', '--silent', `${npm}@${version}`], { cwd: scratch, timeout: timeoutMs });
  const archive = (await readdir(scratch)).find((file) => file.endsWith('.tgz'));
  return join(scratch, archive!);
}

interface SimpleIndex {
  files: { url: string; hashes: { sha256?: string } }[];
}

/** Fetches the source distribution with the corpus's SHA-256, by the simple index (PEP 691). */
async function fetchSdist(
  { pypi, version, sha256 }: { pypi: string; version: string; sha256: string },
  scratch: string,
): Promise<string> {
  const index = `${process.env['PIP_INDEX_URL'] ?? 'https://pypi.org/simple'}/${pypi}/`;
  const signal = AbortSignal.timeout(timeoutMs);
  const accept = 'application/vnd.pypi.simple.v1+json';
  const listing = await fetch(index, { signal, headers: { accept } });
  if (!listing.ok) throw new Error(`${index} answers ${listing.status}`);
  const { files } = (await listing.json()) as SimpleIndex;
  const file = files.find(({ hashes }) => hashes.sha256 === sha256);
  if (!file) throw new Error(`${index} has no file of ${pypi} ${version} with the given SHA-256`);
  const response = await fetch(new URL(file.url, index), { signal });
  if (Number(response.headers.get('content-length')) > maxArchiveBytes) {
    throw new Error(`${file.url} has more than ${maxArchiveBytes} bytes`);
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new Error(`${file.url} has another SHA-256`);
  }
  const archive = join(scratch, 'sdist.tar.gz');
  await writeFile(archive, bytes);
  return archive;
}

/** Extracts the relevant files. The archive has one folder with all files. */
async function extractPackage(archive: string, scratch: string, corpus: Corpus): Promise<void> {
  const all = join(scratch, 'all');
  await mkdir(all);
  await run('tar', ['xzf', archive, '-C', all, '--strip-components=1'], { timeout: timeoutMs });
  for await (const entry of glob('**/*', { cwd: all, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
      .slice(all.length + 1)
      .replaceAll(sep, '/');
    if (!entry.isFile() || !counts(path, corpus)) continue;
    const kept = join(scratch, 'kept', path);
    await mkdir(dirname(kept), { recursive: true });
    await cp(join(all, path), kept);
  }
}
