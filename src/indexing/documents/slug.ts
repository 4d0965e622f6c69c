const dropped = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/**
 * Returns GitHub's anchor for a heading: lower case, without punctuation, with hyphens for spaces.
 */
export function slug(heading: string): string {
  return heading.trim().toLowerCase().replace(dropped, '').replaceAll(' ', '-');
}

/** Anchors of one document. The second "Options" becomes options-1, the third options-2. */
export class Slugger {
  private readonly used = new Map<string, number>();

  /** Returns the anchor of the next heading with this text. */
  next(heading: string): string {
    const base = slug(heading);
    let anchor = base;
    let count = this.used.get(base);
    while (count !== undefined && this.used.has(anchor)) {
      count += 1;
      anchor = `${base}-${count}`;
    }
    this.used.set(base, count ?? 0);
    this.used.set(anchor, this.used.get(anchor) ?? 0);
    return anchor;
  }

  /**
   * Reserves an anchor that the document gives a heading (`{#id}`), so that no other heading gets
   * it.
   */
  claim(anchor: string): void {
    if (!this.used.has(anchor)) this.used.set(anchor, 0);
  }
}
