import { escapeUTF8 } from 'entities';
import { takeFrontMatter } from '../front-matter.ts';
import { readThemePart } from '../markdown/shortcodes.ts';
import { capitalized } from '../text-pieces.ts';

/** A tag or an expression of Liquid, Jinja or Nunjucks. A tag can have a long text, such as that of a note. */
const templateTag = /(\{%(?:[^{%]|\{(?!%)|%(?!\})){0,3000}%\}|\{\{[^{}]{0,500}\}\})/;
/** The first word of a tag, or the only word of an expression, and the word behind it. */
const words = /^\{[{%]-?\s?([\w-]{1,100})(?:\s+["']?([\w+#.-]{1,100}))?/;

const handlebars = /<script\b[^>]{0,300}\btype=["']text\/x-handlebars-template["'][^>]{0,300}>/gi;

/** What is open in a template: text that it keeps for later, or code. */
interface Part {
  html: string;
  /** The name of the text, or the language of the code. */
  name?: string;
}

/**
 * Returns the HTML of a page of Jekyll, Hugo, Eleventy or Go, and the title in its front matter. Leaves out the front matter and the tags of
 * the template. A page without front matter is no template. Shows what a page keeps with `{% capture oil %}`, the texts of parts of
 * a theme, and what it highlights as code. See https://shopify.dev/docs/api/liquid/tags/capture and
 * https://jekyllrb.com/docs/liquid/tags/.
 */
export function withoutTemplate(content: string): { html: string; title?: string | undefined } {
  if (!/^(?:(?:---|\+\+\+)\r?\n|<!--\{)/.test(content)) {
    // A page can keep its text in a script for Handlebars, which shows it.
    return { html: content.replace(handlebars, '<div>') };
  }
  const { matter, body } = takeFrontMatter(content.split(/\r?\n/));
  const reader = new TemplateReader();
  for (const [at, piece] of body.join('\n').split(templateTag).entries()) {
    if (at % 2 === 0) reader.add(piece);
    else reader.tag(piece);
  }
  return { html: reader.html, title: matter.title?.includes('{{') ? undefined : matter.title };
}

/** Maximum number of characters of the texts that a page keeps and then shows. */
const longest = 8_000_000;

class TemplateReader {
  private readonly captured = new Map<string, string>();
  private readonly open: Part[] = [{ html: '' }];
  private isRaw = false;
  private left = longest;

  get html(): string {
    return this.open.map(({ html }) => html).join('');
  }

  add(html: string): void {
    this.open.at(-1)!.html += html;
  }

  tag(written: string): void {
    const [, word = '', name = ''] = words.exec(written) ?? [];
    if (word === 'raw' || word === 'endraw') this.isRaw = word === 'raw';
    else if (this.isRaw) this.add(written);
    else if (written.startsWith('{{')) this.value(word);
    else if (word === 'capture' || word === 'highlight') this.open.push({ html: '', name });
    else if (word === 'endcapture' || word === 'endhighlight') this.close(word);
    else this.add(partHtml(written));
  }

  private value(name: string): void {
    const text = this.captured.get(name) ?? '';
    this.left -= text.length;
    if (this.left >= 0) this.add(text);
  }

  private close(word: 'endcapture' | 'endhighlight'): void {
    const part = this.open.length > 1 ? this.open.pop() : undefined;
    if (!part) return;
    const { name = '', html } = part;
    if (word === 'endcapture') this.captured.set(name, html);
    else this.code(name, html);
  }

  private code(language: string, text: string): void {
    const code = `<code class="language-${language}">${escapeUTF8(text.trim())}</code>`;
    const isInside = /<pre\b[^<>]{0,200}>\s*$/i.test(this.open.at(-1)!.html.slice(-300));
    this.add(isInside ? code : `<pre>${code}</pre>`);
  }
}

const noteKind = /^(?:note|tip|hint|info|important|warning|caution|danger|deprecated)$/i;

/** Returns the text of a part of a theme, such as a note, as HTML; '' for another tag. */
function partHtml(tag: string): string {
  const part = readThemePart(tag.replace(/^\{%-?|-?%\}$/g, '').trim());
  if (!part) return '';
  const kind = noteKind.test(part.kind) ? `<strong>${capitalized(part.kind)}:</strong> ` : '';
  return `<div>${kind}${part.text}</div>`;
}
