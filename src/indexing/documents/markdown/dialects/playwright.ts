import { FenceTracker } from '../../fences.ts';

const page = /^# class: \w[^\n]{0,200}\n\* since: /;
/** A title, without the name of a template in another file. */
const heading =
  /^(#{1,6}) (?:async )?(?:class|method|property|event): ([^\n]{1,300}?)(?: = %%[\w-]{1,100}%%)?[ \t]*$/;
/** A parameter. Its name stands below it again, unless its text is in another file. */
const parameter = /^#{1,6} (?:param|option): /;
/** When a member came, and its names in other languages. */
const facts = /^(?:\* (?:since|langs|extends|experimental|discouraged)\b|[ ]{2,}- alias-\w+:)/;

/** A link to a member: [`method: Page.check`]. Overloads have a number, as in `Page.check#2`. */
const link = /\[`(?:method|property|event|param|option): ([\w.$]{1,200})(?:#\d)?`\]/g;

/** Returns whether a text is a page of Playwright, in the form of its source: of a class, or with links to members. */
export function isPlaywright(content: string): boolean {
  return page.test(content) || content.search(link) !== -1;
}

/** Writes the titles of classes, members and links as their site does. Parameters are parts of their member. Leaves out when members came. */
export function playwrightToMarkdown(lines: string[]): string[] {
  const fences = new FenceTracker();
  return lines.flatMap((line) => {
    if (fences.advance(line)) return [line];
    if (facts.test(line) || parameter.test(line)) return [];
    return [line.replace(heading, '$1 $2').replaceAll(link, '`$1`')];
  });
}
