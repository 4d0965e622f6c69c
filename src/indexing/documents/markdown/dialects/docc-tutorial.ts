import type { SourceDocument } from '../../document.ts';
import { FenceTracker } from '../../fences.ts';
import { doccValue } from '../../includes/markdown/docc-code.ts';
import { indentOf, withoutMargin } from '../../indentation.ts';
import { doccToMarkdown } from './docc.ts';

/** The beginning of a directive, with its arguments and its brace. */
const directive =
  /^[ \t]*@([A-Z]\w{1,30})[ \t]*(?:\(((?:[^"\n()]|"[^"\n]{0,300}"){0,500})\))?[ \t]*(\{?)[ \t]*$/;
/** Directives without text for a reader, such as questions about what was read. */
const unshown = new Set(['Assessments', 'Image', 'Video', 'Code', 'Comment']);
const titled: ReadonlyMap<string, string> = new Map([
  ['Intro', '# '],
  ['Volume', '## '],
  ['Chapter', '## '],
  ['Section', '## '],
]);

/** Returns whether a file is a tutorial of DocC. */
export function isDoccTutorial(path: string): boolean {
  return /\.docc\/.*\.tutorial$/.test(path);
}

/**
 * Converts a tutorial of DocC to plain Markdown. Steps show the same file again and again, so a section shows its last code of each file.
 * Source: https://www.swift.org/documentation/docc/tutorial-syntax.
 */
export function doccTutorialToMarkdown(
  lines: string[],
  path: string,
  titles: SourceDocument['titles'],
): string[] {
  const tutorial = new Tutorial();
  for (const line of lines) tutorial.read(line);
  return doccToMarkdown(tutorial.end(), path, titles);
}

class Tutorial {
  private readonly out: string[] = [];
  /** The paragraphs of the open section. Code has the name of its file. */
  private section: { text: string[]; file?: string }[] = [];
  private readonly open: string[] = [];
  private readonly fences = new FenceTracker();
  private fenceIndent = 0;

  read(line: string): void {
    const { inside } = this.fences;
    if (this.fences.advance(line)) this.fence(line, inside);
    else this.text(line);
  }

  end(): string[] {
    this.endSection();
    return this.out;
  }

  private fence(line: string, inside: boolean): void {
    if (!inside) {
      this.fenceIndent = indentOf(line);
      const [, file] = /\btitle="([^"]*)"/.exec(line) ?? [];
      this.section.push({ text: [''], ...(file !== undefined && { file }) });
    }
    this.section.at(-1)!.text.push(withoutMargin(line, this.fenceIndent));
  }

  private text(line: string): void {
    const [, name, written = '', brace] = directive.exec(line) ?? [];
    if (name !== undefined) this.begin(name, written, brace === '{');
    else if (line.trim() === '}' && this.open.length > 0) this.open.pop();
    else if (!this.open.some((one) => unshown.has(one))) {
      this.section.push({ text: [line.trimStart()] });
    }
  }

  private begin(name: string, written: string, isOpen: boolean): void {
    if (isOpen) this.open.push(name);
    const marks = titled.get(name);
    if (marks !== undefined) {
      this.endSection();
      this.out.push(
        '',
        `${marks}${doccValue('title', written) ?? doccValue('name', written) ?? ''}`,
      );
    }
    this.section.push({ text: [''] });
  }

  private endSection(): void {
    const last = new Map(this.section.flatMap((part) => (part.file ? [[part.file, part]] : [])));
    for (const part of this.section) {
      if (part.file === undefined || last.get(part.file) === part) this.out.push(...part.text);
    }
    this.section = [];
  }
}
