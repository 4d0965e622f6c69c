import { attributesOf } from '../attributes.ts';
import { anyFolder } from '../include-path.ts';
import { matchElement } from './match-element.ts';
import type { Found } from './reference.ts';

/** An attribute of a component of Razor that names another component as an example: `Code="@nameof(SawExample)"`, `Type="typeof(SawDemo)"`. */
export const razorExample =
  /\s(?:(?:Code|Type|Component|Example)=["']@?(?:nameof|typeof)\((\w{1,100})\)|(?:Code|Example)=["']([A-Z]\w{2,100}))["']/;

const component = {
  pattern: /^[ \t]*<([A-Z]\w{0,60})(\s[^<>]{1,2000}?)\/?>/,
  end: />/,
  most: 10,
};

/** Endings of files with examples, the likeliest first. */
const endings = ['.razor', '.snippet'];

/**
 * Reads a component that shows the code of another one, as the pages of libraries for Blazor do. A reference of a class names it, too. The
 * example can be anywhere.
 */
export function razorExamples(lines: readonly string[], at: number): Found | undefined {
  if (!/^[ \t]*<[A-Z]/.test(lines[at]!)) return undefined;
  const element = matchElement(lines, at, component);
  const [, name = '', given = ''] = element?.match ?? [];
  const [, named, plain = named] = razorExample.exec(given) ?? [];
  if (!element || plain === undefined || /Api/.test(name)) return undefined;
  const path = endings.map((ending) => `${anyFolder}${plain}${ending}`);
  const select = (all: readonly string[]): string[] =>
    all.filter((line) => !/^\uFEFF?@(?:namespace|page)\s/.test(line));
  const label = attributesOf(given).get('Title');
  return { references: [{ path, select, asCode: true, label }], last: element.last };
}
