import {
  access,
  chmod,
  constants,
  copyFile,
  cp,
  glob,
  mkdir,
  realpath,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../commands.ts';
import { ensurePackages } from '../packages.ts';
import { appFolder, dataFolder, userId } from './content.ts';

/**
 * Programs beside node and git: those that git starts, those that the container starts, and those
 * that a person needs in it.
 */
const programs = ['ssh', 'tini', 'sh', 'env', 'cat', 'ls', 'id', 'sleep'];

const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** Installs the Debian packages of the file system. */
export async function ensureImageParts(): Promise<void> {
  await ensurePackages([
    { file: 'git', package: 'git' },
    { file: 'ssh', package: 'openssh-client' },
    { file: 'tini', package: 'tini' },
    { file: certificates, package: 'ca-certificates' },
  ]);
}

/**
 * Fills an empty folder with a small Linux: node, git and their libraries from this machine, the
 * certificates of public authorities, and the user. It does not contain the program.
 */
export async function makeRootFileSystem(root: string, node: string): Promise<void> {
  for (const folder of ['usr/bin', 'usr/sbin', 'usr/lib', 'usr/lib64', 'usr/local/bin', 'etc'])
    await mkdir(join(root, folder), { recursive: true });
  for (const folder of ['bin', 'sbin', 'lib', 'lib64'])
    await symlink(`usr/${folder}`, join(root, folder));
  await mkdir(join(root, 'tmp'));
  await chmod(join(root, 'tmp'), 0o1777);
  await copyProgram(root, node, '/usr/local/bin/node');
  for (const name of programs) await copyProgram(root, await findProgram(name), `/usr/bin/${name}`);
  await copyGit(root);
  await mkdir(join(root, dirname(certificates)), { recursive: true });
  await copyFile(certificates, join(root, certificates));
  await writeUser(root);
  await symlink(`${appFolder}/bin/lectern.js`, join(root, 'usr/local/bin/lectern'));
  await mkdir(join(root, dataFolder));
}

/** Copies git. It looks for its helpers and templates under the path for which it was compiled. */
async function copyGit(root: string): Promise<void> {
  const helpers = (await run('git', ['--exec-path'])).trim();
  await copyProgram(root, await findProgram('git'), '/usr/bin/git');
  await copyProgram(root, join(helpers, 'git-remote-https'), join(helpers, 'git-remote-https'));
  for (const [link, target] of [
    ['git', '/usr/bin/git'],
    ['git-remote-http', 'git-remote-https'],
  ] as const)
    await symlink(target, join(root, helpers, link));
  const templates = '/usr/share/git-core/templates';
  await cp(templates, join(root, templates), { recursive: true });
}

async function writeUser(root: string): Promise<void> {
  const files = {
    passwd: `root:x:0:0:root:/root:/bin/sh\nlectern:x:${userId}:${userId}::/tmp:/bin/sh\n`,
    group: `root:x:0:\nlectern:x:${userId}:\n`,
    'nsswitch.conf': 'hosts: files dns\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, 'etc', name), text);
}

/** Copies the libraries that the native files of installed packages need. */
export async function copyNativeLibraries(root: string, modules: string): Promise<void> {
  for await (const file of glob('**/*.{node,so,so.*}', { cwd: modules }))
    await copyLibraries(root, join(modules, file));
}

async function copyProgram(root: string, from: string, to: string): Promise<void> {
  const file = await realpath(from);
  await copyInto(root, file, to);
  await copyLibraries(root, file);
}

async function copyLibraries(root: string, file: string): Promise<void> {
  // ldd fails for a program without libraries.
  const libraries = await run('ldd', [file]).catch(() => '');
  for (const [, library = ''] of libraries.matchAll(/(?:=> |^\s)(\/(?:usr\/)?lib\S+) \(/gm))
    await copyInto(root, await realpath(library), library.replace(/^\/(?=lib)/, '/usr/'));
}

async function copyInto(root: string, from: string, to: string): Promise<void> {
  const target = join(root, to);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(from, target);
}

async function findProgram(name: string): Promise<string> {
  const path = (process.env['PATH'] ?? '').split(':');
  for (const folder of [...path, '/usr/bin', '/bin']) {
    const file = join(folder, name);
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return file;
  }
  throw new Error(`${name} is not on the PATH`);
}
