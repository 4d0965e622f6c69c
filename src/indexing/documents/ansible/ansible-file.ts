// Recognizes modules and plugins of Ansible. Code that chooses files does not load their parser for that.

import { isTestPath } from '../code/excluded-code.ts';

/** A module or a plugin, or options that several of them have. Code that they share is no plugin. */
const plugin =
  /(?:^|\/)(?:modules|plugins\/(?!action\/|terminal\/|[\w-]*utils\/)[\w-]+)\/(?:[\w-]+\/){0,4}(?!_?_init_)[\w-]+\.(?:py|ya?ml)$/;
/** A page that a tool made of a module: `docs/saws.shop.cut_module.rst`. */
const page = /(?:^|\/)docs\/[\w.-]+_module\.rst$/;
/** The plugins of a collection, and those of Ansible itself. */
const folders: readonly [string, string][] = [
  ['galaxy.yml', 'plugins/'],
  ['lib/ansible/release.py', 'lib/ansible/'],
];

/** Returns a filter for the modules and plugins of Ansible, whose texts its site shows. Their content decides. */
export function ansibleFilter(paths: readonly string[]): (path: string) => boolean {
  const roots = folders.flatMap(([sign, folder]) =>
    paths
      .filter((path) => path === sign || path.endsWith(`/${sign}`))
      .filter((path) => !isTestPath(path))
      .map((path) => path.slice(0, -sign.length) + folder),
  );
  if (roots.length === 0 || paths.some((path) => page.test(path))) return () => false;
  return (path) => plugin.test(path) && roots.some((root) => path.startsWith(root));
}

/** Returns whether a file describes a module or a plugin. */
export function hasAnsibleDocs(content: string): boolean {
  return /^[ \t]{0,8}DOCUMENTATION(?::|[ \t]{0,9}=)/m.test(content);
}
