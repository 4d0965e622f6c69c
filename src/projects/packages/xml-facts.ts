import { XMLParser } from 'fast-xml-parser';
import { fieldAt, textOf } from '../../base/json-fields.ts';
import { isMavenArtifact, type MavenArtifact } from '../formats/maven-artifact.ts';
import { homepageRepository } from '../repository-address.ts';
import type { Declared } from './declared.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
});

function parsed(xml: string): unknown {
  try {
    return parser.parse(xml);
  } catch {
    return undefined;
  }
}

const maxParents = 5;

/** Returns what a pom declares, with what its parents declare where it is silent. */
export async function declaredByPom(
  xml: string,
  load: (parent: MavenArtifact) => Promise<string | undefined>,
): Promise<Declared> {
  let text: string | undefined = xml;
  let description = '';
  const homepages: string[] = [];
  for (let depth = 0; text !== undefined && depth <= maxParents; depth += 1) {
    const project = fieldAt(parsed(text), 'project');
    const field = (...path: string[]): string => textOf(fieldAt(project, ...path)).trim();
    const parent = {
      group: field('parent', 'groupId'),
      artifact: field('parent', 'artifactId'),
      version: field('parent', 'version'),
    };
    description ||= field('description');
    const given = [
      field('scm', 'url'),
      field('scm', 'connection'),
      field('scm', 'developerConnection'),
    ];
    const repositories = given
      .map((address) => address.replaceAll('${project.artifactId}', field('artifactId')))
      .filter((address) => address !== '' && !address.includes('${'));
    const tag = field('scm', 'tag');
    homepages.push(field('url'));
    // A parent that several projects share has another repository.
    const isFound = repositories.length > 0 || homepages.some(isRepository);
    if (isFound || !isMavenArtifact(parent)) {
      return { repositories, homepages, description, ...(tag && { tag }) };
    }
    text = await load(parent);
  }
  return { repositories: [], homepages, description };
}

function isRepository(page: string): boolean {
  return homepageRepository(page) !== undefined;
}

/** Returns what a nuspec declares. */
export function declaredByNuspec(xml: string): Declared {
  const metadata = fieldAt(parsed(xml), 'package', 'metadata');
  const repository = fieldAt(metadata, 'repository');
  return {
    repositories: [textOf(fieldAt(repository, '@_url'))],
    homepages: [textOf(fieldAt(metadata, 'projectUrl'))],
    commit: textOf(fieldAt(repository, '@_commit')),
    description: textOf(fieldAt(metadata, 'description')),
  };
}
