import { FenceTracker } from '../../fences.ts';

const page = /^# class: \w[^\n]{0,200}\n\* since: /;
const heading =
  /^(#{1,6}) (?:async )?(?:class|method|property|event|param|option): ([^\n]{1,300}?)[ \t]*$/;
/** A parameter whose text is a template in another file. */
const shared = /^#{1,6} (?:param|option): [^\n]{1,300} = %%[\w-]{1,100}%%[ \t]*$/;
/** When a member came, and its names in other languages. */
const facts = /^(?:\* (?:since|langs|extends|experimental|discouraged)\b|[ ]{2,}- alias-\w+:)/;

/** Returns whether a text is a page of Playwright's reference, in the form of its source. */
export function isPlaywright(content: string): boolean {
  return page.test(content);
}

/** Writes the titles of classes and members as their site does. Leaves out when they came, and parameters that have no text here. */
export function playwrightToMarkdown(lines: string[]): string[] {
  const fences = new FenceTracker();
  return lines.flatMap((line) => {
    if (fences.advance(line)) return [line];
    return facts.test(line) || shared.test(line) ? [] : [line.replace(heading, '$1 $2')];
  });
}
