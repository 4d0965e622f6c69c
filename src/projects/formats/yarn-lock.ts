import { linesOf } from './texts.ts';
import { FileProblem } from './file-problem.ts';
import { identified, type LockedNpm, type NpmLock } from './npm-lock.ts';

interface Block {
  version: string;
  resolution: string;
}

/** Parses yarn.lock of Yarn 1 and of later versions. Throws a FileProblem. */
export function parseYarnLock(text: string): NpmLock {
  const blocks = readBlocks(text);
  // Yarn's `resolutions` replace the range of the manifest. The only entry of a name is then the one in use.
  const only = new Map<string, Block | undefined>();
  for (const [key, block] of blocks) {
    const name = key.slice(0, key.indexOf('@', 1));
    const known = only.get(name);
    const isOther = only.has(name) && known?.version !== block.version;
    only.set(name, isOther ? undefined : block);
  }
  return {
    find({ name, range }) {
      const block =
        blocks.get(`${name}@npm:${range}`) ?? blocks.get(`${name}@${range}`) ?? only.get(name);
      return block && locked(block, { name, range });
    },
  };
}

function readBlocks(text: string): Map<string, Block> {
  const blocks = new Map<string, Block>();
  let block: Block | undefined;
  let line = 0;
  for (const content of linesOf(text)) {
    line += 1;
    if (content === '' || content.startsWith('#')) continue;
    if (/^[<=>]{7}/.test(content)) throw new FileProblem(`line ${line} is a merge conflict`);
    if (!content.startsWith(' ')) {
      if (!content.endsWith(':')) throw new FileProblem(`line ${line} is not a line of Yarn`);
      block = { version: '', resolution: '' };
      for (const key of keysOf(content)) blocks.set(key, block);
    } else if (block) {
      readField(block, content);
    }
  }
  return blocks;
}

/** Splits `"a@^1", "a@^2":` and `"a@npm:^1, a@npm:^2":`. */
function keysOf(line: string): string[] {
  const keys = line.slice(0, -1).replace(/^\? /, '').replaceAll('"', '');
  return keys.split(', ').map((key) => key.trim());
}

function readField(block: Block, line: string): void {
  const [, name, value = ''] =
    /^ {2}"?(version|resolution|resolved)"?:? "?([^"]*)"?$/.exec(line) ?? [];
  if (name === 'version') block.version = value;
  else if (name !== undefined) block.resolution = value;
}

function locked(
  { version, resolution }: Block,
  { name, range }: { name: string; range: string },
): LockedNpm | undefined {
  const fromIndex = version === '' ? undefined : { spec: version };
  if (resolution === '') return fromIndex;
  if (/^https?:\/\/[^#]*(?:\.tgz|\/tar\.gz\/)/.test(resolution)) {
    // Yarn 1 names the archive of the index, or of a commit.
    if (resolution.startsWith('https://codeload.github.com/')) return { spec: resolution };
    return withName(fromIndex, /^npm:((?:@[^@/]+\/)?[^@]+)@/.exec(range)?.[1]);
  }
  if (/^(?:git[+:]|git@|ssh:|https?:)/.test(resolution)) return { spec: resolution };
  const named = identified(resolution, name);
  if (!named) return fromIndex;
  return /^(?:npm|patch):/.test(named.spec) ? withName(fromIndex, named.name) : named;
}

function withName(locked: LockedNpm | undefined, name: string | undefined): LockedNpm | undefined {
  return locked && { ...locked, ...(name !== undefined && { name }) };
}
