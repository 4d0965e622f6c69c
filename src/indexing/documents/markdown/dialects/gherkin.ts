import { FenceTracker, longFenced } from '../../fences.ts';
import { dedent, indentOf, withoutMargin } from '../../indentation.ts';

/** Returns whether a path is that of a feature, as Cucumber runs it. */
export function isGherkin(path: string): boolean {
  return /\.feature$/i.test(path);
}

const title =
  /^[ \t]*(Feature|Rule|Background|Scenario(?: Outline| Template)?|Examples?|Scenarios):[ \t]*(.*)$/;
const step = /^[ \t]*(?:Given|When|Then|And|But|\*)[ \t]/;
const tags = /^[ \t]*@\S/;
const row = /^[ \t]*\|.*\|[ \t]*$/;
/** The first line of a text below a step. It can say a language. */
const text = /^[ \t]*("""|```)[ \t]*([\w+-]{0,30})[ \t]*$/;
/** The name of a file in a step, whose ending tells the language of the text below it. */
const file = /"[^"\n]{1,200}\.([a-z]{1,8})"/;

/**
 * Writes a feature as Markdown: the feature and its scenarios as headings, their descriptions, which are Markdown, the steps, and
 * the files below steps as code. See https://cucumber.io/docs/gherkin/reference/.
 */
export function gherkinToMarkdown(lines: string[]): string[] {
  const writer = new FeatureWriter();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const [, mark, language = ''] = writer.isAfterStep ? (text.exec(line) ?? []) : [];
    if (mark === undefined) writer.line(line, lines[at - 1] ?? '');
    else {
      const end = endOfText(lines, at, mark);
      writer.code(lines.slice(at, end), language);
      at = end;
    }
  }
  return writer.shown;
}

/** Writes the lines of a feature. */
class FeatureWriter {
  readonly shown: string[] = [];
  isAfterStep = false;
  /** A feature has no steps itself. Its description can begin with the word of one. */
  private canHaveSteps = false;
  /** Indentation of the description. */
  private margin: number | undefined;
  private readonly fences = new FenceTracker();

  line(line: string, before: string): void {
    const heading = this.fences.inside ? undefined : headingOf(line);
    if (heading !== undefined) this.heading(heading);
    else if (this.isStep(line)) {
      this.isAfterStep = true;
      this.shown.push(...stepLines(line, before));
    } else this.description(line);
  }

  /** Adds the text below a step. */
  code([first = '', ...lines]: readonly string[], written: string): void {
    const margin = indentOf(first);
    const code = dedent(lines.map((line) => withoutMargin(line, margin)));
    const language = written || languageIn(this.shown);
    this.shown.push('', ...longFenced(code, language), '');
  }

  private heading(heading: string): void {
    this.shown.push('', heading, '');
    this.margin = undefined;
    this.isAfterStep = heading.startsWith('**');
    this.canHaveSteps = !heading.startsWith('# ');
  }

  private isStep(line: string): boolean {
    return this.isAfterStep || (this.canHaveSteps && !this.fences.inside && step.test(line));
  }

  private description(line: string): void {
    const indent = indentOf(line);
    if (line.trim() !== '') this.margin ??= indent;
    const own = line.slice(Math.min(this.margin ?? 0, indent));
    const isShown = this.fences.advance(own) || !(tags.test(own) || own.startsWith('#'));
    if (isShown) this.shown.push(own);
  }
}

function headingOf(line: string): string | undefined {
  const [, kind = '', name = ''] = title.exec(line) ?? [];
  if (kind === '') return undefined;
  if (/^(?:Examples|Scenarios)$/.test(kind)) return `**${name || kind}**`;
  return `${kind === 'Feature' ? '#' : '##'} ${name || kind}`;
}

/** Returns a step as a paragraph, and rows as a table, whose first row has the names of the columns. */
function stepLines(line: string, before: string): string[] {
  const shown = line.trim();
  if (shown === '' || tags.test(shown) || shown.startsWith('#')) return [''];
  if (!row.test(shown)) return ['', shown];
  return row.test(before)
    ? [shown]
    : ['', shown, `|${' --- |'.repeat(shown.split('|').length - 2)}`];
}

/** Returns the index of the line that ends a text. */
function endOfText(lines: readonly string[], start: number, mark: string): number {
  let end = start + 1;
  while (end < lines.length && lines[end]!.trim() !== mark) end += 1;
  return end;
}

/** Returns the language of the file that the last step names. */
function languageIn(out: readonly string[]): string {
  return file.exec(out.findLast((line) => line !== '') ?? '')?.[1] ?? '';
}
