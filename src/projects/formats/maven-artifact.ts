/** Name and version of a Maven artifact. */
export interface MavenArtifact {
  group: string;
  artifact: string;
  version: string;
}

/** Returns whether the names can be parts of a path. */
export function isMavenArtifact({ group, artifact, version }: MavenArtifact): boolean {
  return [group, artifact, version].every(
    (part) => /^[A-Za-z\d_][\w.+-]*$/.test(part) && !part.includes('..'),
  );
}

/** Returns the path of an artifact's pom in a Maven repository. */
export function pomPath({ group, artifact, version }: MavenArtifact): string {
  return `${group.replaceAll('.', '/')}/${artifact}/${version}/${artifact}-${version}.pom`;
}
