import { slug } from '../slug.ts';
import { includeLimits, type IncludeExpander } from './expansion.ts';
import { includeCandidates } from './include-path.ts';

/** A tag of Liquid or Nunjucks that shows a part of a site, with its parameters: `{% include note.html text="Oil it." %}`. */
const includeTag =
  /\{%-?[ \t]{0,9}include(?:_cached|_relative)?[ \t]{1,9}["']?([\w./-]{1,200}\.(?:html?|liquid|njk))["']?(?=[\s%-])((?:[^%{}]|\{\{[^{}]{0,200}\}\}){0,2000})%\}/g;
const parameter = /\b([\w-]{1,60})\s?=\s?(?:"([^"]{0,2000})"|'([^']{0,2000})'|([\w.]{1,100}))/g;
const choiceTag = /(\{%-?\s?(?:if|unless|else|elsif|endif|endunless)\b[^%{}]{0,200}%\})/;
const choice = /^\{%-?\s?(\w+)(?: include\.([\w-]{1,60})\s?-?%)?/;
const value = /\{\{-?\s?include\.([\w-]{1,60})\s?(\|\s?slugify\b)?[^{}]{0,200}\}\}/g;
/** A value that a part shows as code, beside an example and labels. */
const code =
  /\{%-?\s?highlight\b[^%{}]{0,100}%\}\s{0,99}\{\{-?\s?include\.[\w-]{1,60}\s?-?\}\}\s{0,99}\{%-?\s?endhighlight\s?-?%\}/;

/** The parameters of a part: texts, and names of variables of the page. */
type Parameters = ReadonlyMap<string, { text: string } | { variable: string }>;

/**
 * Shows the parts that pages of Jekyll and Eleventy in HTML include, with their parameters (https://jekyllrb.com/docs/includes/). The
 * parser of HTML reads the other tags of a template.
 */
export const expandHtml: IncludeExpander = (lines, place) => {
  const source = lines.join('\n');
  const shown = source.replace(includeTag, (tag, path: string, written: string) => {
    const file = place.open(includeCandidates(path, [place.path], 'site'));
    if (!file) return tag;
    const part = withParameters(file.lines.join('\n'), parametersOf(written));
    const taken = place.take(part.split('\n'));
    if (!taken) return tag;
    return place.within(taken, { path: file.path, format: 'html' }).join('\n');
  });
  return shown.split('\n');
};

function parametersOf(written: string): Parameters {
  const found = written.slice(0, includeLimits.line).matchAll(parameter);
  return new Map(
    Array.from(found, ([, name = '', double, single, variable]) => {
      const text = double ?? single;
      return [name, text === undefined ? { variable: variable ?? '' } : { text }];
    }),
  );
}

/** Returns a part with the values of its parameters. */
function withParameters(written: string, given: Parameters): string {
  const part = chosenText(written, given);
  return (code.exec(part)?.[0] ?? part).replace(value, (_, name: string, asSlug?: string) => {
    const one = given.get(name);
    if (one === undefined) return '';
    if ('variable' in one) return `{{ ${one.variable} }}`;
    return asSlug === undefined ? one.text : slug(one.text);
  });
}

type Choice = 'shown' | 'hidden' | 'unknown';

const opposite: Readonly<Record<Choice, Choice>> = {
  shown: 'hidden',
  hidden: 'shown',
  unknown: 'unknown',
};

/** Returns a text without what its choices by parameters leave out. Other choices show all that they have. */
function chosenText(text: string, given: Parameters): string {
  const open: Choice[] = [];
  let hidden = 0;
  const enter = (one: Choice): void => {
    open.push(one);
    if (one === 'hidden') hidden += 1;
  };
  const leave = (): Choice => {
    const one = open.pop() ?? 'unknown';
    if (one === 'hidden') hidden -= 1;
    return one;
  };
  const parts = text.split(choiceTag).map((piece, at) => {
    if (at % 2 === 0) return hidden === 0 ? piece : '';
    const [, word, name] = choice.exec(piece) ?? [];
    if (word === 'else' || word === 'elsif') enter(opposite[leave()]);
    else if (word !== 'if' && word !== 'unless') leave();
    else if (name === undefined) enter('unknown');
    else enter(given.has(name) === (word === 'if') ? 'shown' : 'hidden');
    return '';
  });
  return parts.join('');
}
