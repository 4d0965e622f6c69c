import { createScrubber } from '../../base/log/scrub.ts';
import { plainText } from '../../resources/plain-text.ts';

const scrub = createScrubber([]);

/** Shortens a message that quotes a manifest. Removes control characters and text that looks like a credential. */
export function shownMessage(message: string, maxCharacters: number): string {
  const text = plainText(scrub(message));
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters).toWellFormed()}…` : text;
}
