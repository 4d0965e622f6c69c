import { dedentText } from './indentation.ts';
import type { CodeBlock, Section } from './document.ts';
import { Slugger } from './slug.ts';
import { cutCode, withPlainSpaces } from './snippets/cut-code.ts';
import { languageOfLabel } from './includes/included-format.ts';
import { trimBlankLines } from './blank-lines.ts';

/** Maximum length of a heading. A longer one is text with the wrong markup. */
const longestHeading = 300;
/**
 * Maximum number of sections of a document. Later headings are a generated list, and become text.
 */
const mostSections = 20_000;
/** Number of sections from which the builder removes empty ones. No snippet is made of them. */
const manySections = 10_000;

interface HeadingOptions {
  /** 1 to 6. */
  level: number;
  /** Plain text, without markup. */
  text: string;
  /** Anchor that the document gives the heading. If absent, GitHub's anchor for the text. */
  anchor?: string | undefined;
  /** True if it is the name of a tab, whose headings other tabs repeat. */
  isTab?: boolean;
}

/** Names of emoji before and after a heading, as in `:rocket: Quick start`. */
const emojiNames = /^(?::[a-z\d_+-]{2,40}:\s*)+(?=[^\s:])|(?<=\S)(?:\s:[a-z\d_+-]{2,40}:)+$/g;

/** Returns a heading without the names of emoji around it, which the page shows as pictures. Its anchor has them. */
function withoutEmojiNames(heading: string): string {
  return heading.includes(':') ? heading.replace(emojiNames, '') : heading;
}

/** Collects the sections of one document in reading order. */
export class SectionBuilder {
  private readonly sections: Section[] = [{ headings: [], level: 0, blocks: [] }];
  private readonly path: { level: number; text: string; isTab: boolean }[] = [];
  private readonly slugger = new Slugger();
  /** Sections that go on after a symbol. They are dropped if they stay empty. */
  private readonly resumed = new Set<Section>();

  /** Begins the section of a heading. Ignores a heading without text. */
  heading({ level, text, anchor, isTab = false }: HeadingOptions): void {
    const written = shortened(text);
    const title = withoutEmojiNames(written);
    if (title === '') return;
    if (this.sections.length > manySections) this.forgetEmpty(level);
    if (this.sections.length >= mostSections) return this.text(`**${title}**`);
    while ((this.path.at(-1)?.level ?? 0) >= level) this.path.pop();
    const tab = this.path.findLast((entry) => entry.isTab)?.text;
    this.path.push({ level, text: title, isTab });
    if (anchor !== undefined) this.slugger.claim(anchor);
    this.sections.push({
      headings: this.path.map((entry) => entry.text),
      level: Math.min(level, 6),
      anchor: anchor ?? this.slugger.next(written),
      ...(tab !== undefined && { tab }),
      blocks: [],
    });
  }

  /** Begins the section of a symbol, whose content `write` adds. What follows belongs to the section around it. */
  symbol({ text, anchor }: Pick<HeadingOptions, 'text' | 'anchor'>, write: () => void): void {
    const outer = this.open;
    const depth = this.path.length;
    this.heading({ level: this.level + 1, text, anchor });
    if (this.open === outer) return write();
    this.open.atomic = true;
    write();
    this.path.length = depth;
    const next: Section = { ...outer, blocks: [] };
    this.resumed.add(next);
    this.sections.push(next);
  }

  /** Adds prose to the current section, without the indentation that its lines share. An indented list has its items at one level. */
  text(markdown: string): void {
    const own = /^\n*[ \t]/.test(markdown) ? dedentText(markdown) : markdown;
    const text = own.trim();
    if (text !== '') this.open.blocks.push({ kind: 'text', text });
  }

  /** The level of the current heading; 0 above the first one. */
  get level(): number {
    return this.path.at(-1)?.level ?? 0;
  }

  /** The text at the end of the current section, or ''. */
  get lastText(): string {
    const last = this.open.blocks.at(-1);
    return last?.kind === 'text' ? last.text : '';
  }

  /** Removes the text at the end of the current section. */
  dropLastText(): void {
    if (this.open.blocks.at(-1)?.kind === 'text') this.open.blocks.pop();
  }

  /** Adds code to the current section. Removes blank lines around it. Ignores empty code. */
  code({ language, code, label }: Omit<CodeBlock, 'kind'>): void {
    const shown = language === 'rust' || language === 'rs' ? withoutHiddenLines(code) : code;
    const spaced = withPlainSpaces(shown);
    const body = cutCode(trimBlankLines(spaced));
    if (body === '') return;
    const known = language || languageOfLabel(label);
    this.open.blocks.push({ kind: 'code', language: known, code: body, ...(label && { label }) });
  }

  /** Returns the sections. Leaves out those before the first heading and after a symbol that are empty. */
  finish(): Section[] {
    return this.sections.filter((section) => {
      const isOptional = section.level === 0 || this.resumed.has(section);
      return !isOptional || section.blocks.length > 0;
    });
  }

  /**
   * Removes the current section if it is empty and the next heading, of this level, is not below
   * it.
   */
  private forgetEmpty(level: number): void {
    if (this.open.blocks.length === 0 && this.open.level >= level) this.sections.pop();
  }

  private get open(): Section {
    return this.sections.at(-1)!;
  }
}

function shortened(heading: string): string {
  if (heading.length <= longestHeading) return heading;
  return `${heading.slice(0, longestHeading).trimEnd()}…`;
}

/**
 * Removes the lines that rustdoc and mdBook hide, which begin with `# `. A line that begins with
 * `##` shows as `#`.
 */
function withoutHiddenLines(code: string): string {
  return code.replace(/^[ \t]*#(?:[ \t].*)?(?:\n|$)/gm, '').replace(/^([ \t]*)##/gm, '$1#');
}
