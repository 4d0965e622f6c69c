import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { builtInModelDir } from './model-files.ts';

/** Characters looked at for each token of the window: what lies beyond is white space or no language at all. */
const charsPerToken = 32;

/** Words whose counts are remembered: a few MB. */
const wordsHeld = 50_000;
const longestHeld = 40;
const wordOrSign = /[^\s!-/:-@[-`{-~]+|[!-/:-@[-`{-~]/g;

/** As much of a text as a window of `window` tokens can be filled from. */
export function readablePart(text: string, window: number): string {
  return text.slice(0, window * charsPerToken);
}

/** The tokenizer of a model folder. */
export interface WordPieces {
  /** Token ids with the model's start and end marks, at most `window` of them. */
  ids(text: string, window: number): number[];
  /** Tokens of the text itself, without the two marks. */
  count(text: string): number;
}

/** Loads `tokenizer.json`; blocks for about 60 ms, so a thread that answers requests leaves it to another. */
export function loadWordPieces(modelDir: string): WordPieces {
  const settings: object = JSON.parse(readFileSync(join(modelDir, 'tokenizer.json'), 'utf8'));
  const tokenizer = new Tokenizer(settings, {});
  const countWord = (word: string): number =>
    tokenizer.encode(word, { add_special_tokens: false }).ids.length;
  const counts = new Map<string, number>();
  return {
    ids(text, window) {
      const { ids } = tokenizer.encode(readablePart(text, window));
      const end = ids.at(-1);
      return ids.length <= window || end === undefined ? ids : [...ids.slice(0, window - 1), end];
    },
    // Word by word: the model cuts at white space and punctuation first, and texts say the same words again and again.
    count(text) {
      let tokens = 0;
      for (const word of text.match(wordOrSign) ?? []) {
        let own = counts.get(word);
        if (own === undefined) {
          own = countWord(word);
          if (counts.size >= wordsHeld) counts.clear();
          // A copy: a part of a text would keep the whole text in memory.
          if (word.length <= longestHeld) counts.set(Buffer.from(word).toString(), own);
        }
        tokens += own;
      }
      return tokens;
    },
  };
}

let builtIn: WordPieces | undefined;

/** Tokens of the text as the built-in model counts them, without its start and end marks. Loads its vocabulary at the first call. */
export function countModelTokens(text: string): number {
  builtIn ??= loadWordPieces(builtInModelDir);
  return builtIn.count(text);
}
