import { objectOf } from '../../../base/json.ts';
import { boundBlocks } from '../code/bound-blocks.ts';
import type { Block, DocumentParser, Section } from '../document.ts';
import { commonFailures } from './common-responses.ts';
import { DescriptionFiles } from './description-files.ts';
import { briefDescription, descriptionParts } from './description-blocks.ts';
import { field, listOf, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import { failureSection, operationSections } from './operation-section.ts';
import type { DescriptionContext } from './operation-section.ts';
import { listOperations } from './operations.ts';
import { readDescription } from './read-description.ts';
import { createResolve } from './refs.ts';
import { schemaSections } from './schema-section.ts';
import { schemeWords, securitySchemes } from './security.ts';
import { baseUrl, serverUrl } from './servers.ts';
import { boundedLines, brief, code, paragraphs } from './words.ts';

/**
 * Parses an OpenAPI 3.0, 3.1 or Swagger 2.0 description in JSON or YAML. Returns an overview, and
 * one atomic section for each operation and each informative schema. Anchors are JSON pointers.
 * Throws RunError('Malformed') for any other document.
 */
export const parseOpenapi: DocumentParser = (document) => {
  const root = readDescription(document.path, document.content);
  const files = new DescriptionFiles(root, document);
  const resolve = createResolve(files);
  const listed = listOperations(root, resolve);
  const context = {
    root,
    files,
    resolve,
    schemes: securitySchemes(root, resolve),
    bodies: new Map(),
    common: commonFailures(listed, resolve),
    shown: new WeakSet(),
    shownTexts: new Set<string>(),
    left: maxDetails,
    path: document.path,
  };
  const named = textOf(field(objectOf(field(root, 'info')), 'title'));
  const title = brief(named || document.title || document.path, 200);
  const operations = listed.flatMap((operation) => operationSections(operation, context));
  return {
    title,
    sections: [
      ...overviewSections(title, context),
      ...failureSection(title, context),
      // A webhook without a description has nothing to show, not even a URL.
      ...operations.filter(({ blocks }) => blocks.length > 0),
      ...schemaSections(title, context),
    ],
  };
};

/** Characters of a tag's description in the list of tags. */
const maxTagLine = 150;
/** Limit of a section of the description. Its text and its code may be as long, because snippets split them. */
const maxDescription = 20_000;
/** Maximum characters of all further sections of operations. */
const maxDetails = 4_000_000;

/**
 * Returns the API as a whole: version, servers, authentication, tags, and its description split at
 * its headings.
 */
function overviewSections(title: string, context: DescriptionContext): Section[] {
  const info = objectOf(field(context.root, 'info'));
  const [lead, ...parts] = descriptionParts(field(info, 'description'));
  const facts: Block = { kind: 'text', text: factsText(info, context) };
  const blocks = [...(lead?.blocks ?? []), ...(facts.text === '' ? [] : [facts])];
  const overview: Section[] = blocks.length > 0 ? [{ headings: [title], level: 1, blocks }] : [];
  return [
    ...overview,
    ...parts.map(({ heading, blocks }) => describedSection([title, brief(heading, 150)], blocks)),
    ...tagSections(title, context.root),
  ];
}

/** Returns the descriptions of tags that are too long for the list of tags. Many APIs have their guides there. */
function tagSections(title: string, root: JsonObject): Section[] {
  return listOf(field(root, 'tags')).flatMap((tag) => {
    const description = field(objectOf(tag), 'description');
    const name = brief(textOf(field(objectOf(tag), 'name')), 100);
    if (name === '' || textOf(description).length <= maxTagLine) return [];
    return descriptionParts(description).flatMap(({ heading, blocks }) => {
      const headings = [title, name, brief(heading, 150)].filter((one) => one !== '');
      return blocks.length === 0 ? [] : [describedSection(headings, blocks)];
    });
  });
}

function describedSection(headings: string[], blocks: Block[]): Section {
  const limit = { total: maxDescription, text: maxDescription, code: maxDescription };
  return { headings, level: headings.length, blocks: boundBlocks(blocks, limit) };
}

function factsText(info: JsonObject, context: DescriptionContext): string {
  const version = textOf(field(info, 'version'));
  return paragraphs([
    version === '' ? '' : `Version: ${brief(version, 100)}`,
    serverList(context),
    schemeList(context),
    tagList(context.root),
  ]);
}

function serverList({ root, path }: DescriptionContext): string {
  const servers = listOf(field(root, 'servers'), 20).map((server) => {
    const about = briefDescription(field(objectOf(server), 'description'), 150);
    return `- ${serverUrl(server)}${about ? `: ${about}` : ''}`;
  });
  if (servers.length === 0 && textOf(field(root, 'host')) !== '')
    servers.push(`- ${baseUrl([root], path)}`);
  return servers.length === 0 ? '' : `Servers:\n\n${servers.join('\n')}`;
}

function schemeList({ schemes }: DescriptionContext): string {
  const items = [...schemes].map(([name, scheme]) => {
    const about = briefDescription(field(scheme, 'description'), 300);
    return `- ${code(name)}: ${schemeWords(scheme)}${about ? `. ${about}` : ''}`;
  });
  return items.length === 0 ? '' : `Authentication:\n\n${boundedLines(items, 2000)}`;
}

function tagList(root: JsonObject): string {
  const items = listOf(field(root, 'tags')).flatMap((tag) => {
    const name = textOf(field(objectOf(tag), 'name'));
    const about = briefDescription(field(objectOf(tag), 'description'), maxTagLine);
    return name === '' ? [] : [`- ${brief(name, 100)}${about ? `: ${about}` : ''}`];
  });
  return items.length === 0 ? '' : `Tags:\n\n${boundedLines(items, 3000)}`;
}
