import type { Hit } from '../store/snippet-index.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import { questionTerms } from '../store/terms.ts';
import { termMatcher } from './term-matcher.ts';

/** The two subjects of a question that compares. */
export type Subjects = readonly [string, string];

/**
 * Places that stay as they are. Subjects behind them come next. Two would show more subjects within 1,000 tokens, but move
 * answers down (ADR 3).
 */
const firstPlaces = 4;
/** Words of a subject. */
const maxWords = 4;
/** Characters of a question that are read. */
const maxLength = 500;

const between = /\b(?:differences?|differs?|choose|choosing|choice) between (\S.*?) and (.+)/i;
const against =
  /^(\S.*?)[ ,;]+(?:vs\.?|versus|against|compared (?:to|with)|instead of|rather than) (.+)/i;
const either = /^(\S.*?)[ ,;]+or (.+)/i;
/** Words that stand before the first subject. */
const leading = new Set(
  'use using choose prefer pick want need take between is are does do which what when why how'.split(
    ' ',
  ),
);
/** Words that stand behind the second subject. */
const following = new Set('when if for in as at on to with while and or is are do does'.split(' '));
const articles = new Set(['a', 'an', 'the', 'my', 'our', 'its']);

/** Returns the two subjects of a question that compares them; undefined for other questions. Pure. */
export function subjectsOf(question: string): Subjects | undefined {
  const asked = question.slice(0, maxLength).replaceAll(/\s+/g, ' ').trim();
  const found = between.exec(asked) ?? against.exec(asked) ?? either.exec(asked);
  if (!found) return undefined;
  const before = wordsOf(found[1]!.split(/[?!;:,] /).at(-1)!);
  const after = wordsOf(found[2]!.split(/[?!;:,.](?: |$)/)[0]!);
  const lead = before.findLastIndex((word) => leading.has(word.toLowerCase()));
  const end = after.findIndex((word) => following.has(word.toLowerCase()));
  const first = withoutArticles(before.slice(lead + 1)).slice(-maxWords);
  const second = withoutArticles(after.slice(0, end === -1 ? undefined : end)).slice(0, maxWords);
  if (first.length === 0 || second.length === 0) return undefined;
  return [first.join(' '), second.join(' ')];
}

/**
 * Returns the hits with a snippet about each subject among the first six. A snippet is about a subject if its title or its
 * heading has all words of it, and about an option if a list in it describes the option. A subject without such a snippet changes nothing. Pure.
 */
export function withBoth(
  ordered: Hit[],
  subjects: Subjects,
  snippets: ReadonlyMap<string, IndexedSnippet>,
): Hit[] {
  const known = ordered.filter(({ id }) => snippets.has(id));
  const about = subjects.flatMap((subject) => {
    const isAbout = aboutOption(subject) ?? aboutHeading(subject);
    return known.find(({ id }) => isAbout(snippets.get(id)!)) ?? [];
  });
  const first = ordered.slice(0, firstPlaces);
  const lifted = [...new Set(about)].filter((hit) => !first.includes(hit));
  const score = first.at(-1)?.score ?? 0;
  return [
    ...first,
    ...lifted.map(({ id }) => ({ id, score })),
    ...ordered.slice(firstPlaces).filter((hit) => !lifted.includes(hit)),
  ];
}

function withoutPlural(word: string): string {
  return word.replace(/s$/, '');
}

type IsAbout = (snippet: IndexedSnippet) => boolean;

function aboutHeading(subject: string): IsAbout {
  const terms = questionTerms(subject).map((term) => termMatcher(term, withoutPlural));
  return (snippet) => {
    const heading = headingOf(snippet).toLowerCase();
    return terms.every((isIn) => isIn(heading));
  };
}

/** An option at the end of a subject, as in "saw -i". */
const option = /(?:^|\s)(--?[a-z][\w-]{0,40})$/i;

function aboutOption(subject: string): IsAbout | undefined {
  const [, name] = option.exec(subject) ?? [];
  if (name === undefined) return undefined;
  const written = `(?<![\\w-])${name}(?![\\w-])`;
  const inHeading = new RegExp(written);
  const inList = new RegExp(`^[ \\t]{0,9}[-*] [^:\n]{0,80}${written}`, 'm');
  return (snippet) =>
    inHeading.test(headingOf(snippet)) || inList.test(`${snippet.description}\n${snippet.content}`);
}

function headingOf({ title, breadcrumb }: IndexedSnippet): string {
  return `${title} ${breadcrumb.at(-1) ?? ''}`;
}

/** Returns the words without quotes and punctuation around them. */
function wordsOf(text: string): string[] {
  return text
    .split(' ')
    .map((word) => word.replace(/^["'`]+/, '').replace(/["'`.,;:?!]+$/, ''))
    .filter((word) => word !== '');
}

function withoutArticles(words: string[]): string[] {
  return words.filter((word) => !articles.has(word.toLowerCase()));
}
