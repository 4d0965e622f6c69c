/** The one kind of resource: what there is to know of a library before asking it. */
export const libraryTemplate = {
  uriTemplate: 'lectern://library/{owner}/{name}',
  name: 'library-overview',
  title: 'Library overview',
  description:
    'Title, description, versions, size and state of a library, as Markdown. The library ID /owner/name is lectern://library/owner/name.',
  mimeType: 'text/markdown',
};

/** The library id that a resource's URI names; undefined when it is not one of ours. */
export function libraryOf(uri: string): string | undefined {
  const match = /^lectern:\/\/library\/([^/?#]{1,500})\/([^/?#]{1,500})$/.exec(uri);
  if (!match) return undefined;
  try {
    return `/${decodeURIComponent(match[1]!)}/${decodeURIComponent(match[2]!)}`;
  } catch {
    return undefined;
  }
}
