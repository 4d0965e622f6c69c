import type { Snippet } from '../store/snippet.ts';
import { namesProject } from './sources/project/readme.ts';
import { Definitions } from './definitions.ts';

const maxCharacters = 4_000;
const rootReadme = /^readme\.\w+$/i;

/** Collects what the documents of a library tell about it: their headings, each once, page titles first, and definitions. */
export class Topics {
  /** False after a document was taken over unread, because its headings are missing. */
  complete = true;
  /** Title of the README at the root, for sources without another title. */
  title: string | undefined;
  readonly definitions = new Definitions();
  private readonly pages = new Set<string>();
  private readonly sections = new Set<string>();
  private size = 0;

  add(path: string, snippets: Snippet[]): void {
    this.definitions.add(path, snippets);
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

/** Removes the separators that badges leave at the end of a title. Returns undefined for a heading that names no project. */
function titleOf(title: string | undefined): string | undefined {
  const text = title?.replace(/[\s·|:–—-]+$/, '') ?? '';
  return namesProject(text) ? text : undefined;
}
