import { includeLimits, type IncludePlace } from '../expansion.ts';
import { addValues, nearestConfiguration } from '../site-values.ts';

const use = /\{\+([\w.-]{1,100})\+\}/g;
/** Maximum characters of a value. */
const longestValue = 200;
/** Maximum number of values inside of each other. */
const mostDepth = 3;

/** Returns whether a path is that of the configuration of a site of Snooty, which builds the documentation of MongoDB. */
export function isSnootyConfiguration(path: string): boolean {
  return /(?:^|\/)snooty\.toml$/.test(path);
}

/**
 * Replaces the names of constants in the lines of a file, as in `{+driver+}`, by their values in the nearest snooty.toml. Values
 * can have names of other constants.
 */
export function withConstants(lines: readonly string[], place: IncludePlace): readonly string[] {
  if (!lines.some((line) => line.includes('{+'))) return lines;
  const site = nearestConfiguration(['snooty.toml'], place);
  if (!site) return lines;
  const values = constantsOf(site);
  return lines.map((line) => (line.length > includeLimits.line ? line : replaced(line, values)));
}

function constantsOf({ constants }: Record<string, unknown>): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  addValues(values, constants);
  for (let depth = 0; depth < mostDepth; depth += 1) {
    for (const [name, value] of values) {
      const whole = replaced(value, values);
      if (value.length > longestValue) values.delete(name);
      else if (whole.length <= longestValue) values.set(name, whole);
    }
  }
  return values;
}

function replaced(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(use, (whole, name: string) => values.get(name) ?? whole);
}
