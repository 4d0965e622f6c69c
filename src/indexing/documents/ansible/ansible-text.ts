import { inlineCode, singleSpaced } from '../clean.ts';

/** Markup such as `O(state=present)` and `L(text, https://example.com)`. A backslash can be before a bracket. */
const markup = /(?<![\w.])(RV|[BCEILMOPRUV])\(((?:[^()\\]|\\[^]|\([^()\\]{0,60}\)){1,300}?)\)/g;

/**
 * Returns text of Ansible as Markdown.
 * https://docs.ansible.com/ansible/latest/dev_guide/ansible_markup.html
 */
export function ansibleText(text: string): string {
  return text
    .replace(/(?<=^|\s)HORIZONTALLINE(?=\s|$)/g, '')
    .replace(/<(?=[A-Za-z/!])/g, '&lt;')
    .replace(markup, (_, kind: string, content: string) => written(kind, content));
}

function written(kind: string, content: string): string {
  const text = singleSpaced(content.replaceAll('&lt;', '<'));
  if (kind === 'B') return `**${text}**`;
  if (kind === 'I') return `*${text}*`;
  if (kind === 'U') return text;
  if (kind === 'L' || kind === 'R') return linkText(kind, text);
  if (kind === 'C' || kind === 'M') return inlineCode(text);
  return inlineCode(
    text
      .replace(/\\([^])/g, '$1')
      .replace(otherPlugin, '')
      .replace(kindOfPlugin, ''),
  );
}

/** The plugin of an option: `saws.shop.cut#module:`, also with the entry of a role. */
const otherPlugin = /^[a-z]\w{0,60}\.[\w.]{1,120}#\w{1,20}:(?:\w{1,60}:)?/;
const kindOfPlugin = /#\w{1,20}$/;

function linkText(kind: string, text: string): string {
  const comma = text.lastIndexOf(',');
  if (comma === -1) return text;
  const shown = text.slice(0, comma).trim();
  const address = text.slice(comma + 1).trim();
  return kind === 'L' && /^https?:\/\/[^\s()]+$/.test(address) ? `[${shown}](${address})` : shown;
}
