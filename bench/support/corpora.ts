import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
const cache = join(root, '.cache', 'corpora');

interface QuestionFile {
  recipe: { packages: Record<string, string>; globs: Record<string, string> };
}

/** A folder with the documents of one npm package. */
export interface Corpus {
  /** Package name; its library is /npm/<name>. */
  name: string;
  folder: string;
}

/**
 * Returns the documents of the packages that a question file names, at its versions. Fetches them from the npm registry
 * once, and keeps those that match its globs in .cache/.
 */
export async function fetchCorpora(questionFile: string): Promise<Corpus[]> {
  const { recipe } = JSON.parse(await readFile(questionFile, 'utf8')) as QuestionFile;
  return Object.entries(recipe.packages).map(([name, version]) => {
    const folder = join(cache, `${name}-${version}`);
    if (!existsSync(folder)) fetchPackage({ name, version, glob: recipe.globs[name]!, folder });
    return { name, folder };
  });
}

function fetchPackage(wanted: {
  name: string;
  version: string;
  glob: string;
  folder: string;
}): void {
  const { name, version, glob, folder } = wanted;
  const scratch = `${folder}.part`;
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  process.stderr.write(`fetching ${name}@${version}\n`);
  execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
    cwd: scratch,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const archive = readdirSync(scratch).find((file) => file.endsWith('.tgz'))!;
  execFileSync('tar', ['xzf', archive], { cwd: scratch });
  const source = join(scratch, 'package');
  for (const file of globSync(glob, { cwd: source })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(source, file), join(folder, file));
  }
  rmSync(scratch, { recursive: true, force: true });
}
