import { attributesOf } from './attributes.ts';

/** A file that a page of a site of Hugo or of Quarto includes. */
export interface HugoInclude {
  /** The possible paths of the file, the likeliest first. */
  path: readonly string[];
  /** True for samples. Other files of Markdown are parts of the page. */
  asCode: boolean;
  select: (lines: readonly string[]) => string[];
}

interface Shortcode {
  /** The folders that contain the file, around the page; '' for any. */
  folders: readonly string[];
  /** Names the file. Without it, the first argument does. */
  attribute?: string;
  asCode?: boolean;
}

const include: Shortcode = { folders: ['includes', '_includes', 'static', ''], attribute: 'file' };
const sample: Shortcode = { folders: ['examples'], attribute: 'file', asCode: true };
const embed: Shortcode = { folders: ['embeds'] };

/** Shortcodes with a file. */
const shortcodes: ReadonlyMap<string, Shortcode> = new Map([
  // Grafana: {{< docs/shared source="saw" lookup="blade.md" version="1" >}}
  ['docs/shared', { folders: ['shared'], attribute: 'lookup' }],
  // Redis: {{< embed-md "blade.md" >}}, {{< embed-yaml "saw/blade.md" "blade.yaml" >}}
  ['embed-md', embed],
  ['embed-yaml', embed],
  // Kubernetes, Kueue, OpenTelemetry and Quarto: {{< include "blade.md" >}}, {{< include "saw/blade.yaml" "yaml" >}}, {{< include blade.qmd >}}
  ['include', include],
  ['g_include', include],
  // Kubernetes: {{% code_sample file="saw.yaml" %}}
  ['code_sample', sample],
  ['codenew', sample],
  ['code', sample],
  // Docsy: {{< readfile file="/saw.yaml" code="true" lang="yaml" >}}
  ['readfile', { folders: ['', 'static'], attribute: 'file' }],
  // mitmproxy: {{< example src="saws/blade.py" lang="py" >}}
  ['example', { folders: [''], attribute: 'src', asCode: true }],
]);

const shortcode = /^\{\{[<%] *([\w/-]{1,40}) +([^{}]{1,600})[>%]\}\}$/;
const firstArgument = /^"?([^"=\s]{1,300})"?(?=\s|$)/;

/** Reads a shortcode that shows a file. Returns undefined for any other text. */
export function hugo(text: string): HugoInclude | undefined {
  const [, name = '', written = ''] = shortcode.exec(text) ?? [];
  const known = shortcodes.get(name);
  if (!known) return undefined;
  const given = attributesOf(written);
  const file = given.get(known.attribute ?? '') ?? firstArgument.exec(written)?.[1];
  if (file === undefined) return undefined;
  const whole = /\.\w{1,10}$/.test(file) ? file : `${file}.md`;
  return {
    path: known.folders.map((folder) => (folder === '' ? whole : `${folder}/${whole}`)),
    asCode: known.asCode === true || given.get('code') === 'true',
    select: (lines) => [...lines],
  };
}
