import { fenced } from '../../fences.ts';
import { attributesOf } from '../attributes.ts';
import { constantText } from './mdx-imports.ts';
import { dedentBlock } from '../../indentation.ts';

/** A component of a site of Astro. */
export const astroFile = /\.astro$/;
/** A component that shows the text of a constant as code, as in `<Code code={code} lang="dart" title="saw.dart" />`. */
const shownCode =
  /<[A-Z]\w{0,50}\s([^<>]{0,500}?\bcode=\{\s*([A-Za-z_$][\w$]{0,100})\s*\}[^<>]{0,500})\/>/g;
const longestMarkup = 20_000;

/**
 * Returns the code that a component of Astro shows from the constants of its script, as fences; undefined if it shows none.
 * https://docs.astro.build/en/basics/astro-components/
 */
export function astroCode(lines: readonly string[]): string[] | undefined {
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
  if (end === -1) return undefined;
  const script = lines.slice(1, end);
  const markup = lines
    .slice(end + 1)
    .join('\n')
    .slice(0, longestMarkup);
  const shown = Array.from(markup.matchAll(shownCode), ([, written = '', name = '']) => {
    const text = constantText(script, name);
    if (text === undefined) return [];
    const attributes = attributesOf(written);
    return fenced(dedentBlock(text), attributes.get('lang') ?? '', attributes.get('title'));
  }).flat();
  return shown.length === 0 ? undefined : shown;
}
