/** A tag or an expression of Liquid, Jinja or Nunjucks. */
const templateTag = /(\{%[^{}]{0,500}%\}|\{\{[^{}]{0,500}\}\})/;
/** The first word of a tag, or the only word of an expression, and the word behind it. */
const words = /^\{[{%]-?\s?([\w-]{1,100})(?:\s+["']?([\w+#.-]{1,100}))?/;

/** What is open in a template: text that it keeps for later, or code. */
interface Part {
  html: string;
  /** The name of the text, or the language of the code. */
  name?: string;
}

/**
 * Returns the HTML of a template of Jekyll, Hugo or Eleventy. Shows what it keeps with `{% capture oil %}` and what it highlights as
 * code, and leaves out its other tags. The texts that it keeps show at most `longest` characters. See
 * https://shopify.dev/docs/api/liquid/tags/capture and https://jekyllrb.com/docs/liquid/tags/.
 */
export function templateToHtml(template: string, longest: number): string {
  const reader = new TemplateReader(longest);
  for (const [at, piece] of template.split(templateTag).entries()) {
    if (at % 2 === 0) reader.add(piece);
    else reader.tag(piece);
  }
  return reader.html;
}

class TemplateReader {
  private readonly captured = new Map<string, string>();
  private readonly open: Part[] = [{ html: '' }];
  private isRaw = false;
  private left: number;

  constructor(longest: number) {
    this.left = longest;
  }

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
    else this.add(`<pre><code class="language-${name}">${escaped(html)}</code></pre>`);
  }
}

function escaped(code: string): string {
  return code.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
