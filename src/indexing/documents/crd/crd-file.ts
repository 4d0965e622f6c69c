// Recognizes definitions of custom resources of Kubernetes. Code that chooses files does not load their parser for that.

/** Matches the ending of a file of definitions. */
export const definitionEnding = /\.(?:json|ya?ml)$/i;
const isDefinition =
  /^kind:[ \t]*["']?CustomResourceDefinition\b|"kind"\s{0,9}:\s{0,9}"CustomResourceDefinition"/m;
/** A schema without any leaves all fields to the controller. */
const hasProperties = /\bproperties["']?\s{0,9}:/;
/** A schema with as few descriptions has only those of `apiVersion` and `kind`. */
const fewDescriptions = 4;

/** Returns whether a file defines custom resources with a described schema, and is no template of Helm. Parses nothing. */
export function sniffCrd(path: string, content: string): boolean {
  if (!definitionEnding.test(path) || !isDefinition.test(content)) return false;
  if (!content.includes('openAPIV3Schema') || !hasProperties.test(content)) return false;
  if (/^[ \t]*(?:-[ \t]+)?\{\{/m.test(content)) return false;
  let count = 0;
  for (const _ of content.matchAll(/\bdescription["']?:/g)) {
    count += 1;
    if (count > fewDescriptions) return true;
  }
  return false;
}
