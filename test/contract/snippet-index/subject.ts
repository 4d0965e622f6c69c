import type {
  GenerationWriter,
  SearchHits,
  SnippetIndex,
} from '../../../src/store/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from './snippets.ts';

/** An index for one test, and another connection to the same data as a second process would have. */
export interface SnippetIndexUnderTest {
  index: SnippetIndex;
  another(): SnippetIndex;
  cleanUp(): Promise<void>;
}

export const LIBRARY = '/acme/widgets';
export const EMBEDDER = 'test-embedder';
export const facts = {
  revision: 'r1',
  fingerprint: 'f1',
  linkTemplate: 'https://example.org/{path}',
};

/** The index of the test that runs, and what tests do with it. */
export class Subject {
  under!: SnippetIndexUnderTest;

  get index(): SnippetIndex {
    return this.under.index;
  }

  another(): SnippetIndex {
    return this.under.another();
  }

  /** Writes one document a text: path and only snippet named by it. */
  async writeTexts(writer: GenerationWriter, texts: string[], hash = 'h1'): Promise<void> {
    for (const [n, text] of texts.entries()) {
      await writer.write({ path: `${text}.md`, hash }, [
        toWrite(snippetOf(`${text}.md`, text), vectorAlong(n)),
      ]);
    }
  }

  async publish(texts: string[], version = ''): Promise<void> {
    const writer = await this.index.open(LIBRARY, version, EMBEDDER);
    await this.writeTexts(writer, texts);
    await writer.activate(facts);
  }

  async ask(
    question: string,
    options: { version?: string; embedding?: Float32Array; from?: SnippetIndex } = {},
  ): Promise<SearchHits | undefined> {
    const { version = '', embedding, from = this.index } = options;
    return from.search({
      libraryId: LIBRARY,
      version,
      question,
      limit: 10,
      ...(embedding && { embedding }),
    });
  }

  /** Titles of what the words of a question find, best first. */
  async titles(
    question: string,
    options: { version?: string; from?: SnippetIndex } = {},
  ): Promise<string[] | undefined> {
    const hits = await this.ask(question, options);
    return hits?.lexical.map(({ id }) => hits.snippets.get(id)!.title);
  }
}
