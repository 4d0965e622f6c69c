import type { OpenGit } from '../../../src/indexing/sources/git/open-git.ts';
import { prepareDocument } from '../../../src/indexing/prepare.ts';
import type { SourceDocument } from '../../../src/indexing/documents/document.ts';
import type { Snippet } from '../../../src/store/snippet.ts';
import type { KnownDocument } from '../../../src/store/snippet-index.ts';
import type { Scratch } from './harness.ts';

/** Returns the code of a snippet. */
function codeOf({ codeList }: Snippet): string[] {
  return codeList.map(({ code }) => code);
}

/** Reads sources one run after the other, and remembers the documents of the last run, as an index does. */
export class Reader {
  private readonly open: OpenGit;
  private readonly scratch: Scratch;
  private readonly textsOf: (snippet: Snippet) => string[];
  private known = new Map<string, KnownDocument>();

  /** `textsOf` returns the texts of a snippet to compare: by default, its code. */
  constructor(open: OpenGit, scratch: Scratch, textsOf = codeOf) {
    this.open = open;
    this.scratch = scratch;
    this.textsOf = textsOf;
  }

  /** Returns the texts in the snippets of each read document; 'unchanged' for a document that is not read. */
  async read(url: string): Promise<Record<string, string>> {
    const snapshot = await this.open({ url }, await this.scratch.options());
    const shown: Record<string, string> = {};
    const held = new Map<string, KnownDocument>();
    const lookup = (path: string, hash?: string): KnownDocument | undefined => {
      const found = this.known.get(path);
      return hash === undefined || found?.hash === hash ? found : undefined;
    };
    try {
      for await (const item of snapshot.documents(lookup, new AbortController().signal)) {
        if (item.type === 'skipped') continue;
        const path = item.type === 'document' ? item.document.path : item.path;
        shown[path] = item.type === 'document' ? await this.textOf(item.document) : 'unchanged';
        held.set(path, item.type === 'document' ? item.document : this.known.get(path)!);
      }
    } finally {
      await snapshot.close();
    }
    this.known = held;
    return shown;
  }

  private async textOf(document: SourceDocument): Promise<string> {
    const count = (text: string): number => text.length;
    const prepared = await prepareDocument(document, {
      libraryId: '/acme/widgets',
      window: 1000,
      now: new Date(0),
      countTokens: count,
      countModelTokens: count,
    });
    return prepared.snippets.flatMap(({ snippet }) => this.textsOf(snippet)).join('\n');
  }
}
