import { FenceTracker } from '../../fences.ts';

/** A heading that is only the code of a language and a country: `## en-US`. The demos of Ant Design, NG-ZORRO and Arco have them. */
const languageHeading = /^(#{1,3}) ([a-z]{2})-[A-Z]{2}[ \t]*$/m;
const languageHeadings = new RegExp(languageHeading, 'gm');

/** Returns whether a page has its text in English and in another language, below headings such as `## en-US` and `## zh-CN`. */
export function hasLanguages(content: string): boolean {
  const found = content.matchAll(languageHeadings);
  const languages = new Set(Array.from(found, ([, , language]) => language));
  return languages.has('en') && languages.size > 1;
}

/** Removes the parts in other languages, and the headings of those in English. Any heading of the same level ends a part. */
export function withoutOtherLanguages(lines: string[]): string[] {
  const fences = new FenceTracker();
  let level = 0;
  return lines.filter((line) => {
    if (fences.advance(line)) return level === 0;
    const [, mark = '', language] = languageHeading.exec(line) ?? [];
    if (language !== undefined) {
      level = language === 'en' ? 0 : mark.length;
      return false;
    }
    const [, other] = /^(#{1,6}) /.exec(line) ?? [];
    if (other !== undefined && other.length <= level) level = 0;
    return level === 0;
  });
}
