import { FenceTracker, longFenced } from '../fences.ts';
import { dedent } from '../indentation.ts';

/** A shortcode of Hugo around HTML that a site shows as it is and as code. Its tag can have several lines. */
const start = /^[ \t]*\{\{<[ \t]*example\b/;
const end = /^[ \t]*\{\{<[ \t]*\/[ \t]*example[ \t]*>\}\}[ \t]*$/;
const tagEnd = /(?<!\/)[ \t]*>\}\}[ \t]*$/;
/** The program of an example in its tag. */
const program = /\sjavascript=`([^`]{1,20000})`/;
const mostTagLines = 200;
const mostLines = 1_000;

/**
 * Writes the examples of CSS frameworks as code, as in `{{< example class="wide" >}}<saw-blade></saw-blade>{{< /example >}}` of Bootstrap and
 * Flowbite: their HTML is what a reader copies. An example with text stays.
 */
export function withHtmlExamples(lines: string[]): string[] {
  if (!lines.some((line) => start.test(line))) return lines;
  const ends = lines.flatMap((line, at) => (end.test(line) ? [at] : []));
  const fences = new FenceTracker();
  const out: string[] = [];
  let next = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const isStart = !fences.advance(line) && start.test(line);
    while (next < ends.length && ends[next]! < at) next += 1;
    const last = (isStart ? ends[next] : undefined) ?? Infinity;
    const example = last - at > mostLines ? undefined : exampleIn(lines, at, last);
    out.push(...(example ?? [line]));
    if (example) at = last;
  }
  return out;
}

/** Returns the code of an example between its first and its last line; undefined if it holds text. */
function exampleIn(lines: readonly string[], at: number, last: number): string[] | undefined {
  const below = lines.slice(at, Math.min(last, at + mostTagLines));
  const tagLines = below.findIndex((line) => tagEnd.test(line)) + 1;
  const shown = lines.slice(at + tagLines, last);
  const first = shown.find((line) => line.trim() !== '') ?? '';
  if (tagLines === 0 || !/^\s*<[a-z]/i.test(first)) return undefined;
  const [, script] = program.exec(below.slice(0, tagLines).join('\n')) ?? [];
  const scriptLines = script?.trim().split('\n') ?? [];
  return [
    ...codeOf(shown, 'html'),
    ...(script === undefined ? [] : codeOf(scriptLines, 'javascript')),
  ];
}

function codeOf(lines: readonly string[], language: string): string[] {
  return ['', ...longFenced(dedent([...lines]), language), ''];
}
