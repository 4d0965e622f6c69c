import type { Dependency, Ecosystem } from '../../src/projects/dependency.ts';
import { FileProblem } from '../../src/projects/formats/file-problem.ts';
import { readFiles } from '../../src/projects/formats/read-files.ts';
import type { EcosystemFacts } from '../../src/projects/formats/reading.ts';

/** Reads files that are given as texts by their paths; `poms` by their paths in a Maven repository. */
export function readTexts(
  ecosystem: Ecosystem,
  texts: Record<string, string>,
  poms: Record<string, string> = {},
): EcosystemFacts {
  return readFiles(ecosystem, {
    paths: Object.keys(texts).sort(),
    readPom: (path) => (Object.hasOwn(poms, path) ? poms[path] : undefined),
    read(path) {
      const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
      if (text === undefined) throw new FileProblem('it does not exist or cannot be read');
      return text;
    },
  });
}

/** Returns dependencies as `name@version`, with `dev` after those of development. */
export function listed(dependencies: readonly Dependency[]): string[] {
  return dependencies
    .map(({ name, version, dev }) => `${name}@${version}${dev ? ' dev' : ''}`)
    .sort();
}

/** Reads texts, and returns what `listed` shows. */
export function listTexts(...given: Parameters<typeof readTexts>): string[] {
  return listed(readTexts(...given).dependencies);
}
