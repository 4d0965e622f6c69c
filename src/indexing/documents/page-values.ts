import { FenceTracker } from './fences.ts';

/** A constant in the script of a page of VitePress: `const name = 'saw'`. */
const constant =
  /^[ \t]*const[ \t]+([A-Za-z_$][\w$]{0,50})[ \t]*=[ \t]*(["'`])([^"'`$\\]{0,200})\2;?[ \t]*$/;
const scriptStart = /^[ \t]*<script\b[^>]{0,100}\bsetup\b[^>]{0,100}>[ \t]*$/;
/** Maximum number of lines of a script. */
const longestScript = 200;

/** Code within a line of MDX, which shows its braces, or a use of a value. Vue also replaces values in such code. */
const use =
  /\{\{[ \t]?\$?((?:frontmatter\.)?\w{1,50})[ \t]?\}\}|`[^`\n{}]{0,300}\{[^{][^`\n]{0,300}`|\{(?:props\.)?(front[mM]atter\.\w{1,50})\}/g;
/** The beginning of fenced code in which VitePress replaces values. */
const vueFence = /^[ \t]*(?:`{3,}|~{3,})[\w+#]{1,20}-vue(?![\w-])/;

/**
 * Replaces the values that a page shows by an expression: those of its front matter in VitePress and MDX, as in `{{ $frontmatter.title }}`
 * and `{frontmatter.title}`, and the constants of its script in VitePress, as in `{{ name }}`. See https://vitepress.dev/guide/using-vue.
 */
export function withPageValues(
  lines: string[],
  frontMatter: (name: string) => string | undefined,
): string[] {
  if (!lines.some((line) => /front[mM]atter\.|\{\{/.test(line))) return lines;
  const constants = constantsIn(lines);
  const shown = (line: string): string =>
    line.replace(use, (whole, inVue: string | undefined, inMdx: string | undefined) => {
      const name = inVue ?? inMdx ?? '';
      const key = name.replace(/^front[mM]atter\./, '');
      return (key === name ? constants.get(name) : frontMatter(key)) ?? whole;
    });
  const fences = new FenceTracker();
  let isVue = false;
  return lines.map((line) => {
    const { inside } = fences;
    const isCode = fences.advance(line);
    if (isCode && !inside) isVue = vueFence.test(line);
    return isCode && !(inside && isVue) ? line : shown(line);
  });
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
