import type { CodeBlock, Section } from './document.ts';
import { Slugger } from './slug.ts';

/** Headings longer than this are text that was marked up as one. */
const longestHeading = 300;
/** Code longer than this is a data dump; its beginning shows its shape. */
const longestCode = 100_000;

/** Sections of one document; further headings are a generated list, and stay text. */
const mostSections = 20_000;
/** Sections from which on a heading with nothing below it is forgotten: no snippet is made of it. */
const manySections = 10_000;

interface HeadingOptions {
  /** 1 to 6. */
  level: number;
  /** Plain text, without markup. */
  text: string;
  /** Anchor the document wrote itself; else GitHub's is made from the text. */
  anchor?: string | undefined;
}

/** Collects the sections of one document in reading order. */
export class SectionBuilder {
  private readonly sections: Section[] = [{ headings: [], level: 0, blocks: [] }];
  private readonly path: { level: number; text: string }[] = [];
  private readonly slugger = new Slugger();

  /** Starts the section of a heading; a heading without text is ignored. */
  heading({ level, text, anchor }: HeadingOptions): void {
    const title =
      text.length > longestHeading ? `${text.slice(0, longestHeading).trimEnd()}…` : text;
    if (title === '') return;
    if (this.sections.length > manySections) this.forgetEmpty(level);
    if (this.sections.length >= mostSections) return this.text(`**${title}**`);
    while ((this.path.at(-1)?.level ?? 0) >= level) this.path.pop();
    this.path.push({ level, text: title });
    if (anchor !== undefined) this.slugger.claim(anchor);
    this.sections.push({
      headings: this.path.map((entry) => entry.text),
      level,
      anchor: anchor ?? this.slugger.next(title),
      blocks: [],
    });
  }

  /** Adds prose to the open section. */
  text(markdown: string): void {
    const text = markdown.trim();
    if (text !== '') this.open.blocks.push({ kind: 'text', text });
  }

  /** Adds code to the open section; blank lines around it and empty blocks are dropped. */
  code({ language, code, label }: Omit<CodeBlock, 'kind'>): void {
    const shown = language === 'rust' || language === 'rs' ? withoutHiddenLines(code) : code;
    const body = cut(shown.replace(/^(?:[ \t]*\n)+/, '').trimEnd());
    if (body === '') return;
    this.open.blocks.push({ kind: 'code', language, code: body, ...(label ? { label } : {}) });
  }

  /** The sections; the one before the first heading only if it says something. */
  finish(): Section[] {
    return this.sections.filter((section) => section.level > 0 || section.blocks.length > 0);
  }

  /** A heading of this level says that nothing comes below the open one. */
  private forgetEmpty(level: number): void {
    if (this.open.blocks.length === 0 && this.open.level >= level) this.sections.pop();
  }

  private get open(): Section {
    return this.sections.at(-1)!;
  }
}

/** Removes the lines that rustdoc and mdBook hide: those that begin with `# `. `##` stands for `#`. */
function withoutHiddenLines(code: string): string {
  return code.replace(/^[ \t]*#(?:[ \t].*)?(?:\n|$)/gm, '').replace(/^([ \t]*)##/gm, '$1#');
}

function cut(code: string): string {
  if (code.length <= longestCode) return code;
  const end = code.lastIndexOf('\n', longestCode);
  return code.slice(0, end > 0 ? end : longestCode);
}
