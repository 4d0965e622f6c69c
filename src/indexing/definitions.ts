import type { Snippet } from '../store/snippet.ts';
import { compact } from '../store/metadata/names/normalize.ts';

/** Different subjects that are kept, and paragraphs that are read of a document. */
const maxSubjects = 2_000;
const maxParagraphs = 4;
const maxSentence = 300;

/** A sentence such as "Forge is a tool for smiths." at the start of a paragraph. */
const definition =
  /^(?:The )?(?<subject>[\p{L}\p{N}][\p{L}\p{N}.+#-]*(?: [\p{L}\p{N}.+#-]+){0,3})(?: \([^()]{1,40}\))? is (?:an?|the|one of) .{15,250}?[.!](?=\s|$)/u;
/** Pages that introduce a project. */
const introduction =
  /(?:^|\/)_?(?:index|readme|introduction|intro|overview|about|what-is[\w-]*|getting-started|home)\.\w+$/i;
/** Endings of the names of sites and organizations. */
const siteEnding =
  /(?:[\s._-]+(?:docs?|documentation|web ?site|site|www|data|labs|io|dev|org|com|net|js|lang|project))+$/i;
/** Markdown: targets of links, brackets, emphasis and code. */
const markup = /\]\([^()\s]{0,500}\)|[*`[\]]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

interface Definition {
  sentence: string;
  /** The lower, the likelier it introduces the project. */
  place: number;
}

/** Collects the sentences of documents that say what something is. One of them describes a project without a description. */
export class Definitions {
  private readonly bySubject = new Map<string, Definition>();

  add(path: string, snippets: readonly Snippet[]): void {
    const place = path.split('/').length + (introduction.test(path) ? 0 : 3);
    const texts = snippets
      .slice(0, maxParagraphs)
      .map(({ description, content }) => `${description}\n\n${content}`);
    const paragraphs = texts.flatMap((text) => text.trim().split(/\n{2,}/, maxParagraphs));
    for (const paragraph of paragraphs.slice(0, maxParagraphs)) this.read(paragraph, place);
  }

  private read(paragraph: string, place: number): void {
    const line = paragraph
      .slice(0, 2 * maxSentence)
      .replace(markup, '')
      .replace(/\s+/g, ' ')
      .trim();
    const { 0: sentence, groups } = definition.exec(line) ?? {};
    const subject = compact(groups?.['subject'] ?? '');
    if (sentence === undefined || subject === '' || sentence.length > maxSentence) return;
    const known = this.bySubject.get(subject);
    if (known ? known.place <= place : this.bySubject.size >= maxSubjects) return;
    this.bySubject.set(subject, { sentence, place });
  }

  /** Returns the sentence about a library; undefined if no document has one. */
  of({
    id,
    title = '',
    published,
  }: {
    id: string;
    title?: string;
    published: readonly string[];
  }): string | undefined {
    const names = [title, ...id.split('/').toReversed(), ...published];
    const found = names.flatMap((name) => [name, name.replace(siteEnding, '')]).map(compact);
    return found.map((name) => this.bySubject.get(name)?.sentence).find((one) => one !== undefined);
  }
}
