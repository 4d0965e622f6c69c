import { existsSync } from 'node:fs';
import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

const mountPoint = '/sys/fs/cgroup';

/** The parent control group of all Pods, as the kubelet names it. */
export const cgroupRoot = '/lectern-test';

/** Creates the control group for Pods. */
export async function makeCgroups(): Promise<void> {
  for (const hierarchy of await hierarchies())
    await mkdir(join(hierarchy, cgroupRoot), { recursive: true });
}

/** Removes the control group and its children. No process may be left in it. */
export async function removeCgroups(): Promise<void> {
  for (const hierarchy of await hierarchies()) await removeTree(join(hierarchy, cgroupRoot));
}

/**
 * Returns the hierarchies of control groups. Version 2 has one, version 1 has one for each
 * controller.
 */
async function hierarchies(): Promise<string[]> {
  if (existsSync(join(mountPoint, 'cgroup.controllers'))) return [mountPoint];
  const entries = await readdir(mountPoint, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(mountPoint, name));
}

/**
 * Removes a control group with its children. Its files belong to the kernel and disappear with the
 * folder.
 */
async function removeTree(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(folder, entry.name));
  await rmdir(folder);
}
