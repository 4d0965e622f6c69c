/*
 * AsciiDoc of Vert.x, whose docgen replaces tags of Javadoc: https://github.com/vert-x3/vertx-docgen
 */
import { codeSpan, linkText, replaceInlineTags } from '../../block-tags.ts';
import { bracedPart } from '../select-lines.ts';

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

/** The package of a class, and the parameters of a method. */
const packageName = /^(?:[a-z]\w*\.)+(?=[A-Z])/;
const parameters = /^([^\s(]*)\([^)]*\)/;

/** Writes links to classes and methods in prose as code: `{@link a.b.Saw#cut}` is `` `Saw.cut` ``. */
export function withoutJavadocTags(line: string): string {
  return replaceInlineTags(line, (name, body) => {
    if (name.startsWith('link')) {
      return linkText(body.replace(packageName, '').replace(parameters, '$1'));
    }
    return name === 'code' ? codeSpan(body) : `{@${name} ${body}}`;
  });
}

/** Replaces the language `$lang` of a listing, which docgen sets. */
export function withDocgenLanguage(line: string): string {
  return line.replace(/^\[source, ?\$lang(?=[\],])/, '[source,java');
}
