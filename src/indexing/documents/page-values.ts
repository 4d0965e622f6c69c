import { FenceTracker } from './fences.ts';

/** A constant in the script of a page of VitePress: `const name = 'saw'`. */
const constant =
  /^[ \t]*const[ \t]+([A-Za-z_$][\w$]{0,50})[ \t]*=[ \t]*(["'`])([^"'`$\\]{0,200})\2;?[ \t]*$/;
const scriptStart = /^[ \t]*<script\b[^>]{0,100}\bsetup\b[^>]{0,100}>[ \t]*$/;
/** Maximum number of lines of a script. */
const longestScript = 200;

/** Code within a line of MDX, which shows its braces, or a use of a value. Vue also replaces values in such code. */
const use =
  /\{\{[ \t]?\$?((?:frontmatter\.|page\.)?\w{1,50})[ \t]?\}\}|`[^`\n{}]{0,300}\{[^{][^`\n]{0,300}`|\{(?:props\.)?(front[mM]atter\.\w{1,50})\}/g;
/** A value of the front matter in Markdoc: `{% $frontmatter.seo.title %}`. */
const markdocUse = /\{%[ \t]?\$frontmatter\.(\w{1,50}(?:\.\w{1,50})?)[ \t]?%\}/g;
const mainHeading = /^# .{1,200}$/;
/** The beginning of fenced code in which VitePress replaces values. */
const vueFence = /^[ \t]*(?:`{3,}|~{3,})[\w+#]{1,20}-vue(?![\w-])/;

/**
 * Replaces expressions of a page by their values. Those of its front matter are `{{ $frontmatter.title }}` in VitePress, `{frontmatter.title}` in MDX,
 * `{% $frontmatter.title %}` in Markdoc, and `{{ page.title }}` in Jekyll, if the page names its layout. `{{ name }}` can be a constant of the script in VitePress, and a name to which Liquid
 * or Jinja assigns a value above. See https://vitepress.dev/guide/using-vue and https://shopify.github.io/liquid/tags/variable/.
 */
export function withPageValues(
  lines: string[],
  frontMatter: (name: string) => string | undefined,
): string[] {
  if (!lines.some((line) => /front[mM]atter\.|\{\{/.test(line))) return lines;
  const isJekyll = frontMatter('layout') !== undefined;
  const constants = constantsIn(lines);
  const assigned = new AssignedValues();
  const heading = lines.find((line) => mainHeading.test(line))?.slice('# '.length);
  // Redocly takes the main heading for a missing title.
  const inMarkdoc = (whole: string, key: string): string =>
    frontMatter(key) ?? (key.endsWith('title') ? heading : undefined) ?? whole;
  const shown = (line: string): string =>
    line
      .replace(markdocUse, inMarkdoc)
      .replace(use, (whole, inVue: string | undefined, inMdx: string | undefined) => {
        const name = inVue ?? inMdx ?? '';
        const key = name.replace(/^(?:front[mM]atter|page)\./, '');
        if (name.startsWith('page.') && (!isJekyll || assigned.isRaw)) return whole;
        const value = key === name ? (constants.get(name) ?? assigned.get(name)) : frontMatter(key);
        return value ?? whole;
      });
  const fences = new FenceTracker();
  let isVue = false;
  return lines.map((line) => {
    const { inside } = fences;
    const isCode = fences.advance(line);
    if (isCode && !inside) isVue = vueFence.test(line);
    if (!isCode) assigned.read(line);
    return isCode && !(inside && isVue) ? line : shown(line);
  });
}

/** A tag that begins or ends a conditional part or raw text. Also `{% assign oil = "red" %}` with its value, if that is a text. */
const tag =
  /(?<!`)\{%-?[ \t]{0,9}(?:(if|unless|case|for|raw)\b|(end(?:if|unless|case|for|raw))\b|(?:assign|set)[ \t]{1,9}(\w{1,50})[ \t]{0,9}=(?:[ \t]{0,9}(?:"([^"\n]{0,500})"|'([^'\n]{0,500})')[ \t]{0,9}-?%\})?)/g;

/** The texts that a page gives to names with tags such as `{% assign oil = "red" %}`. */
class AssignedValues {
  private readonly values = new Map<string, string>();
  /** Number of conditional parts, loops and raw texts around the line. What these assign depends on the site. */
  private depth = 0;
  /** True between the tags of raw text. */
  isRaw = false;

  /** Reads the next line of text. */
  read(line: string): void {
    if (!line.includes('{%')) return;
    for (const [, begin, end, name, double, single] of line.matchAll(tag)) {
      if (begin !== undefined) this.depth += 1;
      if (end !== undefined) this.depth = Math.max(0, this.depth - 1);
      if ((begin ?? end)?.endsWith('raw')) this.isRaw = begin !== undefined;
      if (name !== undefined) this.assign(name, double ?? single);
    }
  }

  /** Returns the text of a name after the lines that were read. */
  get(name: string): string | undefined {
    return this.isRaw ? undefined : this.values.get(name);
  }

  private assign(name: string, value: string | undefined): void {
    if (value === undefined || this.depth > 0) this.values.delete(name);
    else this.values.set(name, value);
  }
}

function constantsIn(lines: readonly string[]): Map<string, string> {
  const constants = new Map<string, string>();
  const start = lines.findIndex((line) => scriptStart.test(line));
  if (start === -1) return constants;
  for (const line of lines.slice(start + 1, start + longestScript)) {
    if (line.includes('</script>')) break;
    const [, name, , value] = constant.exec(line) ?? [];
    if (name !== undefined) constants.set(name, value!);
  }
  return constants;
}
