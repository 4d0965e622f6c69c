import { attributesOf } from '../attributes.ts';
import { dedentBlock } from '../../indentation.ts';
import type { Reference } from './reference.ts';

interface Shortcode {
  /** The folders that contain the file, around the page; '' for any. */
  folders: readonly string[];
  /** Names the file. Without it, the first argument does. */
  attribute?: string;
  asCode?: boolean;
  /** Whether the first folder can be a link to the repository. */
  isLinked?: boolean;
}

const include: Shortcode = { folders: ['includes', '_includes', 'static', ''], attribute: 'file' };
const sample: Shortcode = { folders: ['examples'], attribute: 'file', asCode: true };
const embed: Shortcode = { folders: ['embeds'] };
const snippet: Shortcode = { ...sample, folders: [''], isLinked: true };

/** Shortcodes with a file, by their names in lower case. */
const shortcodes: ReadonlyMap<string, Shortcode> = new Map([
  // Grafana: {{< docs/shared source="saw" lookup="blade.md" version="1" >}}
  ['docs/shared', { folders: ['shared'], attribute: 'lookup' }],
  // Redis: {{< embed-md "blade.md" >}}, {{< embed-yaml "saw/blade.md" "blade.yaml" >}}
  ['embed-md', embed],
  ['embed-yaml', embed],
  // Kubernetes, Kueue, OpenTelemetry and Quarto: {{< include "blade.md" >}}, {{< include "saw/blade.yaml" "yaml" >}}, {{< include blade.qmd >}}
  ['include', include],
  ['g_include', include],
  // Istio and Envoy Gateway: {{< boilerplate blade >}}
  ['boilerplate', { folders: ['boilerplates'] }],
  // Kubernetes: {{% code_sample file="saw.yaml" %}}
  ['code_sample', sample],
  ['codenew', sample],
  ['code', sample],
  // kind: {{< codeFromFile file="static/examples/saw.yaml" lang="yaml" >}}
  ['codefromfile', { folders: [''], attribute: 'file', asCode: true }],
  // Docsy, kind: {{< readfile file="/saw.yaml" code="true" lang="yaml" >}}
  ['readfile', { folders: ['', 'static'], attribute: 'file' }],
  // mitmproxy: {{< example src="saws/blade.py" lang="py" >}}
  ['example', { folders: [''], attribute: 'src', asCode: true }],
  // Watermill: {{% load-snippet-partial file="src-link/saw.go" first_line_contains="func Saw(" last_line_contains="}" padding_after="1" %}}
  // InfluxData: {{% get-shared-text "saws/cut.sh" %}}
  ['get-shared-text', { folders: ['shared/text'] }],
  ['load-snippet', snippet],
  ['load-snippet-partial', snippet],
]);

const shortcode = /^\{\{[<%] *([\w/-]{1,40}) +((?:[^{}]|\{(?!\{)|\}(?!\})){1,600})[>%]\}\}$/;
const firstArgument = /^"?([^"=\s]{1,300})"?(?=\s|$)/;

/** A shortcode of the site in a folder and without arguments: `{{< generated/saws >}}`. */
const ownShortcode = /^\{\{[<%] *([\w-]{1,40}\/[\w./-]{1,100}?) *[>%]\}\}$/;
const template = /\{\{(?!\/\*)/;

/** Reads a shortcode of Hugo or Quarto that shows a file. Returns undefined for any other text. */
export function hugo(text: string): Reference | undefined {
  const own = ownShortcode.exec(text)?.[1];
  return own === undefined ? file(text) : html(own);
}

/** Reads one of the shortcodes with a file. */
function file(text: string): Reference | undefined {
  const [, name = '', written = ''] = shortcode.exec(text) ?? [];
  const known = shortcodes.get(name.toLowerCase());
  if (!known) return undefined;
  const given = attributesOf(written);
  const named = given.get(known.attribute ?? '') ?? firstArgument.exec(written)?.[1];
  if (named === undefined) return undefined;
  const whole = /\.\w{1,10}$/.test(named) ? named : `${named}.md`;
  const paths = known.folders.map((folder) => (folder === '' ? whole : `${folder}/${whole}`));
  return {
    path: known.isLinked ? [...paths, whole.replace(/^[^/]*\//, '')] : paths,
    asCode: known.asCode === true || given.get('code') === 'true',
    select: (lines) => chosenLines(lines, given),
  };
}

/** Returns the lines from one that contains a text up to one that contains or equals another, and those after it; undefined if there are none. */
function chosenLines(
  lines: readonly string[],
  given: ReadonlyMap<string, string>,
): string[] | undefined {
  const start = given.get('first_line_contains');
  const first = start === undefined ? 0 : lines.findIndex((line) => line.includes(start));
  if (first === -1) return undefined;
  const part = given.get('last_line_contains');
  const whole = given.get('last_line_equals');
  const isLast = (line: string): boolean =>
    line === whole || (part !== undefined && line.includes(part));
  const last = lines.findIndex((line, at) => at >= first && isLast(line));
  const more = Number.parseInt(given.get('padding_after') ?? '', 10) || 0;
  const chosen = lines.slice(first, last === -1 ? undefined : last + 1 + more);
  return start === undefined ? chosen : dedentBlock(chosen);
}

/** Shows the HTML of a shortcode of the site that fills in nothing, such as a table that a tool writes for Flink. */
function html(name: string): Reference {
  return {
    path: ['shortcodes', '_shortcodes'].map((folder) => `layouts/${folder}/${name}.html`),
    select: (lines) => (lines.some((line) => template.test(line)) ? undefined : ['', ...lines, '']),
  };
}
