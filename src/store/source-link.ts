/**
 * The URL of a snippet's source: the version's link template with the document's path, and the heading's anchor. A
 * template of `{path}` alone means that paths are URLs already; in others the path is percent-encoded per segment.
 */
export function sourceLink(linkTemplate: string, path: string, anchor: string): string {
  const page =
    linkTemplate === '{path}' ? path : linkTemplate.replace('{path}', () => encodePath(path));
  // A URL that carries a fragment already, such as a hash-routed page's, cannot take another.
  return anchor === '' || page.includes('#') ? page : `${page}#${encodeAnchor(anchor)}`;
}

function encodePath(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

function encodeAnchor(anchor: string): string {
  return encodeURI(anchor.toWellFormed()).replaceAll('#', '%23');
}
