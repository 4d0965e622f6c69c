import type { Snippet } from '../store/snippet.ts';

const maxCharacters = 4_000;
const rootReadme = /^readme\.\w+$/i;

/** Collects the headings of a library, each once, page titles first. They describe the library in few words. */
export class Topics {
  /** False after a document was taken over unread, because its headings are missing. */
  complete = true;
  /** Title of the README at the root, for sources without another title. */
  title: string | undefined;
  private readonly pages = new Set<string>();
  private readonly sections = new Set<string>();
  private size = 0;

  add(path: string, snippets: Snippet[]): void {
    if (rootReadme.test(path)) this.title ??= titleOf(snippets[0]?.pageTitle);
    for (const { pageTitle, title } of snippets) {
      if (this.size > maxCharacters) return;
      this.note(this.pages, pageTitle);
      this.note(this.sections, title);
    }
  }

  text(): string {
    return [...this.pages, ...this.sections].join(' · ').slice(0, maxCharacters);
  }

  private note(into: Set<string>, heading: string): void {
    if (into.has(heading)) return;
    into.add(heading);
    this.size += heading.length;
  }
}

/** Removes the separators that badges leave at the end of a title. The name of the file is none. */
function titleOf(title: string | undefined): string | undefined {
  return /^readme$/i.test(title ?? '')
    ? undefined
    : title?.replace(/[\s·|:–—-]+$/, '') || undefined;
}
