import { inlineCode, pageLink } from '../clean.ts';
/** The fields that Lectern reads of a piece of Notion's rich text. */
export interface RichText {
  type?: string;
  plain_text?: string;
  href?: string | null;
  annotations?: { bold?: boolean; italic?: boolean; code?: boolean; strikethrough?: boolean };
}

/** Returns rich text without marks. */
export function plainText(texts: readonly RichText[] = []): string {
  return texts.map(({ plain_text: text }) => text ?? '').join('');
}

/**
 * Returns rich text as Markdown. Links to places outside of the workspace keep their address.
 * Equations are between `$`.
 */
export function markdownOf(texts: readonly RichText[] = []): string {
  return texts.map(pieceOf).join('').trim();
}

function pieceOf({ type, plain_text: text = '', href, annotations = {} }: RichText): string {
  // Marks surround words without the spaces around them.
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (words === '') return text;
  return `${before}${linked(marked(words, type, annotations), href)}${after}`;
}

function marked(
  words: string,
  type: string | undefined,
  { bold, italic, code, strikethrough }: NonNullable<RichText['annotations']>,
): string {
  if (type === 'equation') return `$${words}$`;
  if (code) return inlineCode(words);
  if (/[*\n]/.test(words)) return words;
  const struck = strikethrough ? `~~${words}~~` : words;
  const leaning = italic ? `*${struck}*` : struck;
  return bold ? `**${leaning}**` : leaning;
}

function linked(words: string, href: string | null | undefined): string {
  if (!href || words === href) return words;
  if (/^https:\/\/(?:www\.)?notion\.(?:so|com)\//.test(href)) return words;
  return pageLink(words, href) ?? words;
}
