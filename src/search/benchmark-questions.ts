import type { IndexedSnippet } from '../store/snippet.ts';

/** A question that one snippet of a library answers, made of that snippet. */
export interface BenchmarkQuestion {
  question: string;
  /** What it was made of: the headings above the snippet, names in its code, or its first sentence. */
  kind: 'heading' | 'code' | 'text';
  snippet: IndexedSnippet;
}

/** Snippets that are asked for; enough for a score that moves by 2 or 3 points from one sample to another. */
const sampleSize = 36;
/** Words of a sentence worth asking with. */
const sentenceWords = { least: 5, most: 30 };
/** Names of a code sample that are asked for together. */
const names = { least: 2, most: 4 };

/**
 * A random sample of a library that is the same in every run: the snippets with the lowest ids, which are hashes of what
 * and where they are. An unchanged snippet stays in the sample, so that scores of two runs compare.
 */
export class SnippetSample {
  private lowest: IndexedSnippet[] = [];

  add(snippets: IndexedSnippet[]): void {
    const limit = this.lowest.length < sampleSize ? undefined : this.lowest.at(-1)?.id;
    const lower = snippets.filter(({ id }) => limit === undefined || id < limit);
    if (lower.length === 0) return;
    this.lowest.push(...lower);
    this.lowest.sort((a, b) => (a.id < b.id ? -1 : 1));
    this.lowest.length = Math.min(this.lowest.length, sampleSize);
  }

  /** A question for each snippet of which one can be made; the kinds take turns. */
  questions(): BenchmarkQuestion[] {
    return this.lowest.flatMap((snippet, at) => questionOf(snippet, at) ?? []);
  }
}

type Maker = (snippet: IndexedSnippet) => string | undefined;

const makers: readonly [BenchmarkQuestion['kind'], Maker][] = [
  ['heading', headingQuestion],
  ['code', codeQuestion],
  ['text', textQuestion],
];

function questionOf(snippet: IndexedSnippet, turn: number): BenchmarkQuestion | undefined {
  for (let step = 0; step < makers.length; step += 1) {
    const [kind, make] = makers[(turn + step) % makers.length]!;
    const question = make(snippet);
    if (question !== undefined) return { question, kind, snippet };
  }
  return undefined;
}

/** The snippet's own heading and the one above it, as a person who knows the topic would name it. */
function headingQuestion({ breadcrumb }: IndexedSnippet): string | undefined {
  const headings = breadcrumb
    .slice(-2)
    .map(plain)
    .filter((heading) => heading !== '');
  const own = headings.at(-1);
  if (own === undefined || !/\p{L}{3}/u.test(own)) return undefined;
  return headings.length === 2 ? `${own} in ${headings[0]}` : own;
}

const keyword =
  /^(?:import|from|const|return|function|await|async|class|interface|export|default|require|public|static|void|string|number|boolean|private|this|self|print|console(?:\.\w+)?|else|while|switch|type)$/;

/** The longest names that the code calls or imports: they are the library's own more often than short ones. */
function codeQuestion({ codeList }: IndexedSnippet): string | undefined {
  const code = codeList[0]?.code.slice(0, 5_000) ?? '';
  const found =
    code.match(
      /(?<![\w$'"/-])[A-Za-z_$][\w$]{3,40}(?:\.[A-Za-z_$][\w$]{1,40})?(?=\s*[(<{:=]|\.)/g,
    ) ?? [];
  const distinct = [...new Set(found)]
    .filter((name) => !keyword.test(name))
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  if (distinct.length < names.least) return undefined;
  return `How do I use ${distinct.slice(0, names.most).join(' and ')}?`;
}

/** The first sentence, without the words of its headings' emphasis and links. */
function textQuestion({ description, content }: IndexedSnippet): string | undefined {
  const text = plain((description || content).slice(0, 2_000));
  const sentence = text.split(/(?<=[.!?:])\s+(?=\p{Lu})/u)[0] ?? '';
  const words = sentence.split(' ').length;
  if (words < sentenceWords.least || words > sentenceWords.most) return undefined;
  return sentence.slice(0, 500);
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`#>|~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
