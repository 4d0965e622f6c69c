import { singleSpaced } from '../../clean.ts';
import { decodeEntities } from '../../entities.ts';
import type { IncludePlace } from '../expansion.ts';
import { anyFolder, includeCandidates } from '../include-path.ts';

/** Attributes of AsciiDoc by their names in lower case. An attribute without a value is unset. */
export type Attributes = ReadonlyMap<string, string | undefined>;

/** Maximum number of attributes of a build, and of properties of Maven. */
const mostAttributes = 500;
const mostProperties = 5_000;

/** Names of files that set attributes for all documents. Any name is possible; these are common. */
const attributeFiles =
  /^(?:_|(?:common|community|document|shared)-)?attributes\.(?:adoc|asciidoc)$/;
const fileNames = [
  'attributes.adoc',
  '_attributes.adoc',
  'common-attributes.adoc',
  'community-attributes.adoc',
  'document-attributes.adoc',
  'shared-attributes.adoc',
  'attributes.asciidoc',
];

const reference = /\{([A-Za-z0-9][\w-]*)\}/g;
const definition = /^:!?([\w-]+)!?:/gm;

/** Returns whether a path is one where a build can set attributes. Most documents have none there. */
export function isBuildConfiguration(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === 'pom.xml' || attributeFiles.test(name);
}

/** Returns whether a document of AsciiDoc uses an attribute that it does not set. */
export function usesForeignAttributes(content: string): boolean {
  const own = new Set(Array.from(content.matchAll(definition), ([, name = '']) => name));
  for (const [, name = ''] of content.matchAll(reference)) if (!own.has(name)) return true;
  return false;
}

/**
 * Returns the attributes that a build sets for a document outside of Antora: in the only file of attributes in the
 * repository, and in the configuration of Asciidoctor for Maven.
 * https://docs.asciidoctor.org/maven-tools/latest/plugin/goals/process-asciidoc/
 */
export function buildAttributes(place: IncludePlace): Attributes {
  const names = fileNames.map((name) => anyFolder + name);
  const file = place.open(names);
  return new Map([...mavenAttributes(place), ...(file ? entriesIn(file.lines) : [])]);
}

/** Reads lines such as `:name: value`. Returns none for a page, and leaves out what depends on a condition. */
export function entriesIn(lines: readonly string[]): [string, string | undefined][] {
  if (lines.some((line) => /^=+[ \t]/.test(line))) return [];
  const entries: [string, string | undefined][] = [];
  let depth = 0;
  for (const line of lines) {
    if (/^(?:ifn?def|ifeval)::\S*\[[ \t]*\]|^ifeval::\[/.test(line)) depth += 1;
    else if (line.startsWith('endif::')) depth = Math.max(0, depth - 1);
    const [, name, value = ''] = /^:([\w-]{1,100}):(?:[ \t]+(\S.*))?$/.exec(line.trimEnd()) ?? [];
    if (name !== undefined && depth === 0) entries.push([name.toLowerCase(), value]);
  }
  return entries.slice(0, mostAttributes);
}

/** Maximum number of poms: that of the document, and its parents. */
const mostPoms = 4;

/** Reads the attributes of Asciidoctor in the pom of the nearest folder. Properties have their values from it or its parents. */
function mavenAttributes(place: IncludePlace): [string, string][] {
  const properties = new Map<string, string>();
  let attributes: [string, string][] = [];
  let candidates = includeCandidates('pom.xml', [place.path]);
  for (let at = 0; at < mostPoms; at += 1) {
    const file = candidates.length === 0 ? undefined : place.open(candidates);
    if (!file) break;
    const text = file.lines.join('\n');
    if (at === 0) attributes = asciidoctorAttributes(text);
    if (attributes.length === 0) break;
    for (const [name, value] of [...elementsIn(text, 'properties'), ...versionIn(text)]) {
      if (properties.size < mostProperties && !properties.has(name)) properties.set(name, value);
    }
    const isKnown = attributes.every(([, value]) => !valueOf(value, properties).includes('${'));
    candidates = isKnown ? [] : parentOf(text, file.path);
  }
  return attributes
    .map(([name, value]): [string, string] => [name.toLowerCase(), valueOf(value, properties)])
    .filter(([, value]) => !value.includes('${'));
}

function asciidoctorAttributes(pom: string): [string, string][] {
  const plugin = pom.indexOf('asciidoctor-maven-plugin');
  if (plugin === -1) return [];
  const found = elementsIn(pom.slice(plugin), 'attributes');
  return found.filter(([name]) => /^\w[\w-]*$/.test(name)).slice(0, mostAttributes);
}

/** Returns the property for the version of the project of a pom, which can be that of its parent. */
function versionIn(pom: string): [string, string][] {
  const end = pom.search(
    /<(?:properties|dependencies|dependencyManagement|build|profiles|modules)>/,
  );
  const head = end === -1 ? pom : pom.slice(0, end);
  const [parent = ''] = blocksOf(head, 'parent');
  const [version] = [
    ...blocksOf(head.replace(parent, ''), 'version'),
    ...blocksOf(parent, 'version'),
  ];
  return version === undefined ? [] : [['project.version', singleSpaced(version)]];
}

/** Returns the path of the parent of a pom. */
function parentOf(pom: string, path: string): string[] {
  const [parent = ''] = blocksOf(pom, 'parent');
  if (parent === '') return [];
  const named = /<relativePath>([^<]{1,300})<\/relativePath>/.exec(parent)?.[1]?.trim();
  const reference = (named ?? '../pom.xml').replace(/\/+$/, '');
  const file = reference.endsWith('.xml') ? reference : `${reference}/pom.xml`;
  return includeCandidates(file, [path]).slice(0, 1);
}

/** Returns the elements with text in all blocks of a name. */
function elementsIn(xml: string, name: string): [string, string][] {
  return blocksOf(xml, name).flatMap((block) =>
    Array.from(block.matchAll(/<([A-Za-z_][\w.-]{0,100})>([^<]{0,1000})<\/\1>/g), (found) => {
      const [, element = '', text = ''] = found;
      return [element, singleSpaced(decodeEntities(text))] satisfies [string, string];
    }),
  );
}

function blocksOf(xml: string, name: string): string[] {
  const blocks: string[] = [];
  const [open, close] = [`<${name}>`, `</${name}>`];
  for (let at = xml.indexOf(open); at !== -1; at = xml.indexOf(open, at)) {
    const end = xml.indexOf(close, at);
    if (end === -1) break;
    blocks.push(xml.slice(at + open.length, end));
    at = end;
  }
  return blocks;
}

/** Maximum depth of properties that name properties. */
const deepest = 4;

function valueOf(value: string, properties: ReadonlyMap<string, string>): string {
  let text = value;
  for (let at = 0; at < deepest && text.includes('${') && text.length < 1_000; at += 1) {
    text = text.replace(
      /\$\{([\w.-]{1,200})\}/g,
      (all, name: string) => properties.get(name) ?? all,
    );
  }
  return text.slice(0, 2_000);
}
