/**
 * Returns the URL of a snippet's source: the version's link template with the document's path, and the heading's anchor. With
 * the template `{path}`, paths are complete URLs. In other templates, each segment of the path is percent-encoded.
 */
export function sourceLink(linkTemplate: string, path: string, anchor: string): string {
  const page =
    linkTemplate === '{path}' ? path : linkTemplate.replace('{path}', () => encodePath(path));
  // A URL with a fragment, such as that of a hash-routed page, cannot get another one.
  return anchor === '' || page.includes('#') ? page : `${page}#${encodeAnchor(anchor)}`;
}

function encodePath(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

function encodeAnchor(anchor: string): string {
  return encodeURI(anchor.toWellFormed()).replaceAll('#', '%23');
}
