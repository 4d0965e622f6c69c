import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, say } from './commands.ts';
import { lock } from './lock.ts';

/** Folders of programs beside PATH: Debian's folders for administrators. */
const folders = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** A file that a test needs, by its name on PATH or its absolute path, and its Debian package. */
export interface Requirement {
  file: string;
  package: string;
}

/**
 * Installs missing programs from Debian's registry. Throws with their names if this is not root on
 * a Debian system.
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
  // apt-get waits for another installation. It fails if another process updates the lists of
  // packages.
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
