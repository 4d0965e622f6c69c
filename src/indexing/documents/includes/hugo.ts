/** A file that a page of a site of Hugo includes. */
export interface HugoInclude {
  path: string;
  /** True for samples. Other files are parts of the page. */
  asCode: boolean;
  select: (lines: readonly string[]) => string[];
}

/** Shortcodes with a file. The nearest folder of that name around the page has the file. */
const shortcodes: readonly { pattern: RegExp; folder: string; asCode: boolean }[] = [
  // Grafana: {{< docs/shared source="saw" lookup="blade.md" version="1" >}}
  {
    pattern: /^\{\{[<%] *docs\/shared +[^{}]{0,500}?\blookup="([^"{}]{1,300})"[^{}]{0,500}\}\}$/,
    folder: 'shared',
    asCode: false,
  },
  // Redis: {{< embed-md "blade.md" >}}
  {
    pattern: /^\{\{[<%] *embed-md +"([^"{}]{1,300})" *[>%]\}\}$/,
    folder: 'embeds',
    asCode: false,
  },
  // Kubernetes: {{< include "blade.md" >}}
  {
    pattern: /^\{\{[<%] *include +"([^"{}]{1,300})" *[>%]\}\}$/,
    folder: 'includes',
    asCode: false,
  },
  // Kubernetes: {{% code_sample file="saw.yaml" %}}
  {
    pattern:
      /^\{\{[<%] *(?:code_sample|codenew|code) [^{}]{0,200}?\bfile="\/?([^"{}]{1,300})"[^{}]{0,200}\}\}$/,
    folder: 'examples',
    asCode: true,
  },
];

/** Reads a shortcode that shows a file. Returns undefined for any other text. */
export function hugo(text: string): HugoInclude | undefined {
  if (!text.startsWith('{{')) return undefined;
  for (const { pattern, folder, asCode } of shortcodes) {
    const [, file] = pattern.exec(text) ?? [];
    if (file !== undefined) {
      return { path: `${folder}/${file}`, asCode, select: (lines) => [...lines] };
    }
  }
  return undefined;
}
