import type { Policies, PoliciesPatch } from '../../../api/paths.gen.ts';

/** The policies that a person edits. */
export type Draft = Pick<Policies, 'sourceTypes' | 'libraryFilters'>;

type Names = { add?: string[]; remove?: string[] };

/** Returns the change from the stored policies to the draft; undefined if they are equal. */
export function patchOf(held: Draft, draft: Draft): PoliciesPatch | undefined {
  const sourceTypes = kindsPatch(held.sourceTypes, draft.sourceTypes);
  const [before, after] = [held.libraryFilters, draft.libraryFilters];
  const filters = {
    ...changed('mode', before, after),
    ...nonEmpty('quality', qualityPatch(before.quality, after.quality)),
    ...nonEmpty('select', listPatch('allowedLibraries', before.select, after.select)),
  };
  const patch = {
    ...nonEmpty('sourceTypes', sourceTypes),
    ...nonEmpty('libraryFilters', filters),
  };
  return Object.keys(patch).length > 0 ? patch : undefined;
}

type Kinds = Draft['sourceTypes'];
type Quality = Draft['libraryFilters']['quality'];

function kindsPatch(held: Kinds, draft: Kinds) {
  const kinds = (Object.keys(held) as (keyof Kinds)[]).filter(
    (kind) => held[kind].enabled !== draft[kind].enabled,
  );
  const enable = kinds.filter((kind) => draft[kind].enabled);
  const disable = kinds.filter((kind) => !draft[kind].enabled);
  return { ...(enable.length > 0 && { enable }), ...(disable.length > 0 && { disable }) };
}

function qualityPatch(held: Quality, draft: Quality) {
  const repositories = {
    ...changed('minStars', held.repoFilters, draft.repoFilters),
    ...listPatch('allowedLicenses', held.repoFilters, draft.repoFilters),
  };
  return {
    ...changed('requireVerified', held, draft),
    ...changed('minTrustScore', held, draft),
    ...changed('maxAgeDays', held, draft),
    ...listPatch('blockedLibraries', held, draft),
    ...listPatch('exceptedLibraries', held, draft),
    ...nonEmpty('repoFilters', repositories),
  };
}

function changed<Name extends string>(
  name: Name,
  held: Record<Name, unknown>,
  draft: Record<Name, unknown>,
) {
  return held[name] === draft[name] ? {} : { [name]: draft[name] };
}

function listPatch<Name extends string>(
  name: Name,
  { [name]: held }: Record<Name, string[]>,
  { [name]: draft }: Record<Name, string[]>,
): Record<string, Names> {
  const add = draft.filter((one) => !held.includes(one));
  const remove = held.filter((one) => !draft.includes(one));
  if (add.length + remove.length === 0) return {};
  return { [name]: { ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) } };
}

function nonEmpty(name: string, part: object) {
  return Object.keys(part).length > 0 ? { [name]: part } : {};
}
