import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';

/** Loads grammars from disk, each once. */
export interface GrammarLoader {
  load(grammar: string): Promise<Language>;
}

/** Starts the tree-sitter runtime and gives a loader whose grammars live as long as it does. */
export async function createGrammarLoader(): Promise<GrammarLoader> {
  await Parser.init();
  const require = createRequire(import.meta.url);
  const languages = new Map<string, Promise<Language>>();
  return {
    load(grammar) {
      const known = languages.get(grammar);
      if (known) return known;
      const file = require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
      const loading = readFile(file).then((bytes) => Language.load(bytes));
      languages.set(grammar, loading);
      return loading;
    },
  };
}
