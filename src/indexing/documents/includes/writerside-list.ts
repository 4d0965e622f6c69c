import { withValues, writersideValues, writersideVariable } from '../writerside-variables.ts';
import type { IncludePlace } from './expansion.ts';

/** The name of the file that lists the variables of a project of Writerside. */
const listName = 'v.list';

/** Returns whether a path is that of the variables of a project of Writerside. */
export function isVariableList(path: string): boolean {
  return path === listName || path.endsWith(`/${listName}`);
}

/** Replaces the variables in the lines of a page by the values of the page, or of the project around it. Leaves unknown ones unchanged. */
export function withWritersideVariables(lines: string[], place: IncludePlace): string[] {
  const isPage = place.chain.length === 1;
  if (!isPage || !lines.some((line) => writersideVariable.test(line))) return lines;
  const file = place.find(listName);
  if (!file) return lines;
  const values = writersideValues([...file.lines, ...lines]);
  return lines.map((line) => withValues(line, values));
}
