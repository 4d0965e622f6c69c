import type { CodeLanguage } from './languages.ts';

const layoutFolders = new Set(['src', 'lib', 'python', 'packages', 'crates', 'main', 'pkg']);
const indexNames = new Set(['index', '__init__', 'mod', 'lib', 'main']);

/** A module's name as its users write it, from its path: `requests.api`, `tower::retry`, `zod/types`. */
export function moduleTitle(path: string, reader: CodeLanguage['reader']): string {
  const parts = path.split('/').filter((part) => part !== '');
  const file = (parts.pop() ?? path).replace(/(\.d)?\.[^.]+$/, '');
  const folders = parts.filter((part) => !layoutFolders.has(part));
  const names = indexNames.has(file) && folders.length > 0 ? folders : [...folders, file];
  if (reader === 'python') return names.join('.');
  return reader === 'rust'
    ? names.map((name) => name.replace(/-/g, '_')).join('::')
    : names.join('/');
}
