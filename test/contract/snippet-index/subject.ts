import type {
  GenerationWriter,
  SearchHits,
  SnippetIndex,
} from '../../../src/store/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from './snippets.ts';

/** An index for one test, and another connection to the same data, as in another process. */
export interface SnippetIndexUnderTest {
  index: SnippetIndex;
  another(): SnippetIndex;
  cleanUp(): Promise<void>;
}

/** Id of the library of the tests. */
export const LIBRARY = '/acme/widgets';
/** Name of the embedding model of the tests. */
export const EMBEDDER = 'test-embedder';
/** Facts of a version that a test activates. */
export const facts = {
  revision: 'r1',
  fingerprint: 'f1',
  linkTemplate: 'https://example.org/{path}',
};

/** The index of the current test, with helpers. */
export class Subject {
  under!: SnippetIndexUnderTest;

  get index(): SnippetIndex {
    return this.under.index;
  }

  another(): SnippetIndex {
    return this.under.another();
  }

  /**
   * Writes one document for each text. The text is the path of the document and the title of its
   * only snippet.
   */
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

  /** Returns the titles that the words of a question find, the best first. */
  async titles(
    question: string,
    options: { version?: string; from?: SnippetIndex } = {},
  ): Promise<string[] | undefined> {
    const hits = await this.ask(question, options);
    return hits?.lexical.map(({ id }) => hits.snippets.get(id)!.title);
  }
}
