import { type Embedder, embedTexts } from '../models/embedder.ts';
import { encodeTokens } from '../models/token-codes.ts';
import type { GenerationWriter, SnippetToWrite } from '../store/snippet-index.ts';
import type { PreparedDocument } from './prepare.ts';

/** Texts that are embedded together: enough to keep all threads busy. */
const batchTexts = 128;

type Written = Omit<PreparedDocument, 'warnings'>;

/**
 * Embeds snippets before it writes them. The version that is served keeps its vectors until the new one has all of its own: see
 * ADR 23 on a change of the model.
 */
export class EmbeddingWriter {
  private readonly writer: Pick<GenerationWriter, 'write'>;
  private readonly embedder: Embedder;
  private readonly signal: AbortSignal;
  private readonly onEmbedded: (snippets: number) => void;
  private held: Written[] = [];
  private texts = 0;

  constructor(
    writer: Pick<GenerationWriter, 'write'>,
    {
      embedder,
      signal,
      onEmbedded,
    }: { embedder: Embedder; signal: AbortSignal; onEmbedded: (snippets: number) => void },
  ) {
    this.writer = writer;
    this.embedder = embedder;
    this.signal = signal;
    this.onEmbedded = onEmbedded;
  }

  /** Writes a document, now or with a later one. */
  async write(document: Written): Promise<void> {
    this.held.push(document);
    this.texts += document.snippets.reduce((sum, { texts }) => sum + texts.length, 0);
    if (this.texts >= batchTexts) await this.flush();
  }

  /** Writes the documents that are left. */
  async flush(): Promise<void> {
    const documents = this.held;
    this.held = [];
    this.texts = 0;
    const snippets = documents.flatMap((document) => document.snippets);
    const [firsts, rest] = await Promise.all([
      this.embed(
        snippets.map(({ texts }) => texts.slice(0, 1)),
        true,
      ),
      this.embed(
        snippets.map(({ texts }) => texts.slice(1)),
        false,
      ),
    ]);
    let at = 0;
    for (const { snippets: own, ...document } of documents) {
      const embedded = own.map(({ snippet, embeddingHash }): SnippetToWrite => {
        const [first] = firsts[at]!;
        const vectors = [...firsts[at]!, ...rest[at]!].map(({ vector }) => vector);
        at += 1;
        return {
          snippet,
          embeddingHash,
          vectors,
          ...(first?.tokens && { tokenCodes: encodeTokens(first.tokens) }),
        };
      });
      await this.writer.write(document, embedded);
      this.onEmbedded(embedded.length);
    }
  }

  /** Returns the vectors of each list of texts. */
  private async embed(
    lists: string[][],
    withTokens: boolean,
  ): Promise<Awaited<ReturnType<typeof embedTexts>>[]> {
    const all = await embedTexts(
      this.embedder,
      { texts: lists.flat(), purpose: 'document', withTokens },
      this.signal,
    );
    let from = 0;
    return lists.map(({ length }) => all.slice(from, (from += length)));
  }
}
