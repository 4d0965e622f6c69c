import { XMLParser } from 'fast-xml-parser';
import { fieldAt, textOf } from '../../base/json-fields.ts';
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

/** Returns what a nuspec declares. */
export function declaredByNuspec(xml: string): Declared {
  const metadata = fieldAt(parsed(xml), 'package', 'metadata');
  const repository = fieldAt(metadata, 'repository');
  return {
    repositories: [textOf(fieldAt(repository, '@_url'))],
    homepages: [textOf(fieldAt(metadata, 'projectUrl'))],
    commit: textOf(fieldAt(repository, '@_commit')),
  };
}
