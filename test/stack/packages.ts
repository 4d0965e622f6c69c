import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, say } from './commands.ts';
import { lock } from './lock.ts';

/** Where programs are looked for beside PATH: Debian's folders for administrators. */
const folders = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** A file that must be there, by name on the PATH or absolute, and the Debian package that brings it. */
export interface Requirement {
  file: string;
  package: string;
}

/**
 * Sees to it that programs are there: those missing are installed from Debian's registry when this is root on a Debian
 * system, and named in the error otherwise.
 */
export async function ensurePackages(requirements: Requirement[]): Promise<void> {
  const missing = requirements.filter(({ file }) => !isThere(file));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((requirement) => requirement.package))];
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    const files = missing.map(({ file }) => file).join(', ');
    throw new Error(
      `The test stack needs ${files}. On Debian, as root: apt-get install -y ${packages.join(' ')}`,
    );
  }
  // apt-get waits for others to install, but not for others to read the lists of packages: it fails.
  const release = await lock(join(tmpdir(), 'lectern-test-apt.lock'));
  try {
    if (requirements.every(({ file }) => isThere(file))) return;
    await install(packages);
  } finally {
    await release();
  }
}

async function install(packages: string[]): Promise<void> {
  say(`installing ${packages.join(' ')} from Debian`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const apt = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  await run('apt-get', [...apt, 'update'], { env });
  await run('apt-get', [...apt, 'install', '-y', '--no-install-recommends', ...packages], { env });
}

function isThere(file: string): boolean {
  if (file.startsWith('/')) return existsSync(file);
  const path = [...(process.env['PATH'] ?? '').split(':'), ...folders];
  return path.some((folder) => existsSync(`${folder}/${file}`));
}
