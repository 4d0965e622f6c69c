/** The anchor of the next heading, by its text. */
export type HeadingAnchor = (heading: string) => string;

/**
 * Anchors as Confluence makes them: Cloud joins the words of a heading with hyphens; Data Center joins the page's title and
 * the heading, all white space taken out. A heading that stands again gets `.1`, `.2` and so on.
 */
export function headingAnchors(prefix: string | undefined): HeadingAnchor {
  const seen = new Map<string, number>();
  return (heading) => {
    const text = heading.trim();
    const anchor =
      prefix === undefined ? text.replace(/\s+/g, '-') : (prefix + text).replace(/\s+/g, '');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}.${times}`;
  };
}
