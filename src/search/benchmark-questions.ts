import type { IndexedSnippet } from '../store/snippet.ts';

/** A question that was made from one snippet, which answers it. */
export interface BenchmarkQuestion {
  question: string;
  /** The part that the question was made from: the snippet's headings, names in its code, or its first sentence. */
  kind: 'heading' | 'code' | 'text';
  snippet: IndexedSnippet;
}

/** Snippets in a sample. With 36, the score differs by 2 or 3 points between samples. */
const sampleSize = 36;
/** Number of words of a sentence that makes a question. */
const sentenceWords = { least: 5, most: 30 };
/** Number of names from a code sample in one question. */
const names = { least: 2, most: 4 };

/**
 * A random sample of a library that is the same in every run: the snippets with the lowest ids, because an id is a hash of
 * text and place. An unchanged snippet stays in the sample, so the scores of two runs can be compared.
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

  /** Returns one question for each snippet that has enough text for one. The kinds take turns. */
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

/** Returns the snippet's heading and the heading above it, as a person who knows the topic names it. */
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

/** Asks for the longest names that the code calls or imports. Long names belong to the library more often than short ones. */
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

/** Returns the first sentence without its Markdown marks. */
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
