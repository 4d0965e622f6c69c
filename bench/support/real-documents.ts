import { globSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { prepareDocument } from '../../src/indexing/prepare.ts';
import type { PreparedDocument } from '../../src/indexing/prepare.ts';
import { countTokens } from '../../src/models/tokens.ts';
import { countModelTokens } from '../../src/models/word-pieces.ts';

const root = new URL('../..', import.meta.url).pathname;
const longest = 300_000;

/** A snippet as a run writes it, with the texts to embed. */
export type PreparedSnippet = PreparedDocument['snippets'][number];

/** Returns the snippets that a run makes of the installed packages' documentation: about 5,000. */
export async function realSnippets(libraryId: string): Promise<PreparedSnippet[]> {
  const options = { libraryId, window: 256, countTokens, countModelTokens, now: new Date() };
  const documents = new Map<string, string>();
  for (const path of globSync('node_modules/**/*.md', { cwd: root }).sort()) {
    const content = readFileSync(root + path, 'utf8');
    // Skips packages that are installed twice.
    const hash = createHash('sha1').update(content).digest('hex');
    if (content.length <= longest && !documents.has(hash)) documents.set(hash, path);
  }
  const snippets: PreparedSnippet[] = [];
  for (const [hash, path] of documents) {
    const content = readFileSync(root + path, 'utf8');
    const document = { path, hash, content, format: 'markdown' as const };
    snippets.push(...(await prepareDocument(document, options)).snippets);
  }
  return snippets;
}
