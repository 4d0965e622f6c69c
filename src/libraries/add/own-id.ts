import { readersOf, teamspaceOf } from '../../identity/access/credential-policy.ts';
import type { Library, LibrarySpec } from '../../resources/library.ts';

/**
 * The spec of a wiki space or of pages under an id of its teamspace's own, where another teamspace has added the same: each
 * sees its own library. The id is the same each time. Everything else stays as it is. Pure but for `find`.
 */
export async function withOwnId(
  spec: LibrarySpec,
  find: (id: string) => Promise<Library | undefined>,
): Promise<LibrarySpec> {
  const { wiki, pages } = spec.source;
  if (!wiki && !pages) return spec;
  const teamspace = teamspaceOf(spec);
  // No space key ends with a tilde and a name: keys of personal spaces begin with it.
  const own = { ...spec, id: `${spec.id}~${teamspace}` };
  if (await find(own.id)) return own;
  const held = await find(spec.id);
  return held && readersOf(held).teamspace !== teamspace ? own : spec;
}
