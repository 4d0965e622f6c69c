const dropped = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** The anchor GitHub gives a heading: lower case, punctuation dropped, spaces made hyphens. */
export function slug(heading: string): string {
  return heading.trim().toLowerCase().replace(dropped, '').replaceAll(' ', '-');
}

/** Anchors of one document; the second "Options" becomes options-1, the third options-2. */
export class Slugger {
  private readonly used = new Map<string, number>();

  /** The anchor of the next heading with this text. */
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

  /** Takes an anchor the document wrote itself ({#id}), so that no other heading gets it. */
  claim(anchor: string): void {
    if (!this.used.has(anchor)) this.used.set(anchor, 0);
  }
}
