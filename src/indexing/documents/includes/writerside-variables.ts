import { decodeEntities } from '../entities.ts';
import type { Expansion, IncludePlace } from './expansion.ts';
import { includeCandidates } from './include-path.ts';

/** A use of a variable of Writerside: `%saw_version%`. */
export const writersideVariable = /%([A-Za-z_][\w.-]{1,60})%/;
const variables = new RegExp(writersideVariable, 'g');
/** Its definition, in the list of the project or in a page. See https://www.jetbrains.com/help/writerside/variables.html. */
const definition = /<var\s([^<>]{1,1000})>/g;
const mostVariables = 1_000;

/** The name of the file that lists the variables of a project. */
const listName = 'v.list';

/** Returns whether a path is that of the variables of a project of Writerside. */
export function isVariableList(path: string): boolean {
  return path === listName || path.endsWith(`/${listName}`);
}

/** Replaces the variables in the lines of a page by the values of the page, or of the project around it. Leaves unknown ones unchanged. */
export function withWritersideVariables(
  lines: string[],
  place: IncludePlace,
  expansion: Expansion,
): string[] {
  const isPage = place.chain.length === 1;
  if (!isPage || !lines.some((line) => writersideVariable.test(line))) return lines;
  const file = expansion.open(includeCandidates(listName, [place.path]), place);
  if (!file) return lines;
  const values = valuesIn([...file.lines, ...lines].join('\n'));
  return lines.map((line) =>
    line.replace(variables, (whole, name: string) => values.get(name) ?? whole),
  );
}

function valuesIn(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, written = ''] of text.matchAll(definition)) {
    const [, name] = /(?:^|\s)name="([^"]{1,60})"/.exec(written) ?? [];
    const [, value] = /\svalue="([^"]{0,500})"/.exec(` ${written}`) ?? [];
    if (name !== undefined && value !== undefined) values.set(name, decodeEntities(value));
    if (values.size === mostVariables) break;
  }
  return values;
}
