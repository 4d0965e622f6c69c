import { leftOutAs, type LeftOut } from '../repeats/left-out.ts';

/** Maximum number of pages to remember. */
const mostPages = 10_000;

/** Pages that a crawl leaves out, each once, with the names of their languages or versions. */
export class LeftOutPages {
  private readonly names = new Map<string, string>();

  /** Counts a page. */
  add(url: URL, name: string): void {
    if (this.names.size < mostPages) this.names.set(url.href, name);
  }

  /** Returns one record for all pages; undefined for none. `kind` follows their number. */
  record(text: { kind: string; hint: string }): LeftOut | undefined {
    return leftOutAs(new Set(this.names.keys()), { ...text, names: this.names.values() });
  }
}
