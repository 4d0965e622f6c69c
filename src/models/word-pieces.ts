import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { builtInModelDir } from './model-files.ts';

/** Characters to read for each token of the window; a text with longer tokens is white space or not language. */
const charsPerToken = 32;

/** Maximum words with cached tokens: a few MB. */
const wordsHeld = 50_000;
const longestHeld = 40;
const onlySigns = /^(?:##)?[!-/:-@[-`{-~]+$/;
const wordOrSign = /[^\s!-/:-@[-`{-~]+|[!-/:-@[-`{-~]/g;

/** Returns the start of a text that can fill a window of `window` tokens. */
export function readablePart(text: string, window: number): string {
  return text.slice(0, window * charsPerToken);
}

/** The tokenizer of a model folder. */
export interface WordPieces {
  /** Returns token ids with the model's start and end tokens, at most `window` in total. */
  ids(text: string, window: number): number[];
  /** Returns the number of tokens without the start and end tokens. */
  count(text: string): number;
  /** Returns false for punctuation and for the start and end tokens. */
  isWord(id: number): boolean;
}

/** Loads `tokenizer.json`. Blocks for about 60 ms, so do not call it in a thread that answers requests. */
export function loadWordPieces(modelDir: string): WordPieces {
  const settings: { model: { vocab: Record<string, number> } } = JSON.parse(
    readFileSync(join(modelDir, 'tokenizer.json'), 'utf8'),
  );
  const tokenizer = new Tokenizer(settings, {});
  const [start = 0, end = 0] = tokenizer.encode('').ids;
  const signs = new Set([start, end]);
  for (const [token, id] of Object.entries(settings.model.vocab)) {
    if (onlySigns.test(token)) signs.add(id);
  }
  const held = new Map<string, number[]>();
  const idsOf = (word: string): number[] => {
    const known = held.get(word);
    if (known) return known;
    const { ids } = tokenizer.encode(word, { add_special_tokens: false });
    if (held.size >= wordsHeld) held.clear();
    // Copied, because a substring would keep the whole text in memory.
    if (word.length <= longestHeld) held.set(Buffer.from(word).toString(), ids);
    return ids;
  };
  // Word by word: the model also splits at white space and punctuation, and texts repeat their words.
  const words = (text: string): string[] => text.match(wordOrSign) ?? [];
  return {
    ids(text, window) {
      const ids = [start];
      for (const word of words(readablePart(text, window))) {
        ids.push(...idsOf(word));
        if (ids.length >= window) return [...ids.slice(0, window - 1), end];
      }
      return [...ids, end];
    },
    count(text) {
      let tokens = 0;
      for (const word of words(text)) tokens += idsOf(word).length;
      return tokens;
    },
    isWord: (id) => !signs.has(id),
  };
}

let builtIn: WordPieces | undefined;

/** Returns the number of tokens for the built-in model, without its start and end tokens. The first call loads the vocabulary. */
export function countModelTokens(text: string): number {
  builtIn ??= loadWordPieces(builtInModelDir);
  return builtIn.count(text);
}
