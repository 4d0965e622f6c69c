import { decodeEntities } from './entities.ts';

/** A use of a variable of Writerside: `%saw_version%`. */
export const writersideVariable = /%([A-Za-z_][\w.-]{0,60})%/;
const uses = new RegExp(writersideVariable, 'g');
/** Its definition, in the list of a project or in a topic. See https://www.jetbrains.com/help/writerside/variables.html. */
const definition = /<var\s([^<>]{1,1000})>/g;
const mostVariables = 1_000;

/** Returns the values of the variables that lines define, by their names. */
export function writersideValues(lines: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const text = lines.some((line) => line.includes('<var')) ? lines.join('\n') : '';
  for (const [, written = ''] of text.matchAll(definition)) {
    const [, name] = /(?:^|\s)name="([^"]{1,61})"/.exec(written) ?? [];
    const [, value] = /(?:^|\s)value="([^"]{0,500})"/.exec(written) ?? [];
    if (name !== undefined && value !== undefined) values.set(name, decodeEntities(value));
    if (values.size === mostVariables) break;
  }
  return values;
}

/** Fills in variables, and leaves unknown ones unchanged. A value is not read again, so that it cannot grow. */
export function withValues(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(uses, (whole, name: string) => values.get(name) ?? whole);
}
