/*
 * AsciiDoc of Vert.x, whose docgen replaces tags of Javadoc: https://github.com/vert-x3/vertx-docgen
 */
import { bracedPart } from './select-lines.ts';

/** A method whose body is the sample of a listing. */
export interface DocgenSample {
  /** Path of the class below a folder of sources. */
  path: string;
  select: (lines: readonly string[]) => string[] | undefined;
}

const sample = /^\{@link ([a-z]\w*(?:\.[a-z]\w*)*\.[A-Z]\w*)#(\w+)(?:\([^(){}]*\))?\}$/;

/** Reads a line of a listing that is only a link to a method: `{@link examples.SawExamples#cut}`. */
export function readDocgenSample(line: string): DocgenSample | undefined {
  const [, name = '', method = ''] = sample.exec(line.trim()) ?? [];
  if (name === '') return undefined;
  return {
    path: `java/${name.replaceAll('.', '/')}.java`,
    select: (lines) => bracedPart(lines, ` ${method}(`, true),
  };
}

const link =
  /\{@(?:link|linkplain) (?:[a-z]\w*\.)*([A-Z][\w.]*)?(?:#(\w+)(?:\([^(){}]*\))?)?(?: ([^{}]{1,200}))?\}/g;
const codeTag = /\{@code ([^{}]{1,500})\}/g;

/** Writes links to classes and methods in prose as code: `{@link a.b.Saw#cut}` is `` `Saw.cut` ``. */
export function withoutJavadocTags(line: string): string {
  if (!line.includes('{@')) return line;
  const linked = line.replace(link, (_, type?: string, member?: string, label?: string) => {
    const name = [type, member].filter((part) => part !== undefined).join('.');
    return label ?? `\`${name}\``;
  });
  return linked.replace(codeTag, '`$1`');
}

/** Replaces the language `$lang` of a listing, which docgen sets. */
export function withDocgenLanguage(line: string): string {
  return line.replace(/^\[source, ?\$lang(?=[\],])/, '[source,java');
}
