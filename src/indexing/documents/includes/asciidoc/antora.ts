import { singleSpaced } from '../../clean.ts';
import { isObject } from '../../../../base/json.ts';
import {
  buildAttributes,
  entriesIn,
  usesForeignAttributes,
  type Attributes,
} from './build-attributes.ts';
import type { IncludePlace } from '../expansion.ts';
import { readYamlObject } from '../yaml-object.ts';

const mostAttributes = 500;

/**
 * Returns the path of the component descriptor (antora.yml) of a page or partial of Antora; undefined for other files.
 * https://docs.antora.org/antora/latest/component-version-descriptor/
 */
export function descriptorOf(path: string): string | undefined {
  const [, root] = /^((?:[^/]+\/)*?)modules\/[^/]+\/(?:pages|partials)\//.exec(path) ?? [];
  return root === undefined ? undefined : `${root}antora.yml`;
}

/** Returns whether a file is a partial of Antora, which the site shows only in the pages that include it. */
export function isPartial(path: string): boolean {
  return /(?:^|\/)modules\/[^/]+\/partials\//.test(path);
}

/** Returns whether a document uses attributes, which the component descriptor of Antora or the build can set. */
export function usesAttributes({ path, content }: { path: string; content: string }): boolean {
  if (descriptorOf(path) === undefined) return usesForeignAttributes(content);
  return /\{[\w-]+\}|^if(?:n?def|eval)::/m.test(content);
}

/** Names of playbooks. Any name is possible; these are common. */
const playbooks = ['antora-playbook.yml', 'site.yml', 'publish.yml'];
/** Attributes for previews in editors. They often have the values of the site. */
const previews = ['.asciidoctorconfig', '.asciidoctorconfig.adoc'];

/**
 * Returns the attributes that the component descriptor of a document sets, or the configuration beside it or at the root.
 * Outside of Antora, returns those of the build.
 */
export function siteAttributes(lines: readonly string[], place: IncludePlace): Attributes {
  const descriptor = descriptorOf(place.path);
  if (descriptor === undefined) {
    return usesForeignAttributes(lines.join('\n')) ? buildAttributes(place) : new Map();
  }
  const root = descriptor.slice(0, -'antora.yml'.length);
  const near = (names: string[]): string[] =>
    [...new Set([root, ''])].flatMap((folder) => names.map((name) => folder + name));
  const read = (
    candidates: string[],
    attributesOf: typeof attributesIn,
  ): [string, string | undefined][] => {
    const file = place.open(candidates);
    return file ? attributesOf(file.lines).slice(0, mostAttributes) : [];
  };
  return new Map([
    ...read(near(previews), entriesIn),
    ...read(near(playbooks), attributesIn),
    ...read([descriptor], (lines) => [...componentIn(lines), ...attributesIn(lines)]),
  ]);
}

/**
 * Reads the attributes that Antora sets for the pages of a component.
 * https://docs.antora.org/antora/latest/page/intrinsic-attributes/
 */
function componentIn(lines: readonly string[]): [string, string][] {
  const found = readYamlObject(lines.join('\n'));
  const text = (...keys: string[]): string | undefined => {
    const texts = keys.map((key) => found[key]).filter((value) => typeof value === 'string');
    return texts.find((value) => !/^(?:true|~|null|)$/.test(value));
  };
  const values: [string, string | undefined][] = [
    ['page-component-name', text('name')],
    ['page-component-title', text('title', 'name')],
    ['page-component-version', text('version')],
    ['page-version', text('version')],
    ['page-component-display-version', text('display_version', 'version')],
    // A library has one version of a component. For it, the others are unknown.
    ['page-component-latest-version', text('version')],
    ['page-component-version-is-latest', ''],
  ];
  return values.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, singleSpaced(value)]],
  );
}

/** Reads `asciidoc.attributes` of a component descriptor or a playbook. */
function attributesIn(lines: readonly string[]): [string, string | undefined][] {
  const { asciidoc } = readYamlObject(lines.join('\n'));
  const attributes = isObject(asciidoc) ? asciidoc['attributes'] : undefined;
  if (!isObject(attributes)) return [];
  return Object.entries(attributes).flatMap(([name, value]) => {
    // A build fills in a value such as ${saw.version}.
    const isKnown = typeof value === 'string' && !value.includes('${');
    return isKnown && /^\w[\w-]*$/.test(name) ? [[name.toLowerCase(), valueOf(value)]] : [];
  });
}

/** Reads a value. A trailing @ only lets pages change it. */
function valueOf(value: string): string | undefined {
  if (/^(?:false|null|~)$/.test(value)) return undefined;
  return value === 'true' ? '' : singleSpaced(value.replace(/@$/, ''));
}

const reference = /\{([\w-]+)\}|^if(?:n?def|eval)::([\w,+-]+)/gm;

/**
 * Returns the lines that set those attributes that lines of a document use, to put before the document. An attribute comes
 * after those in its value.
 */
export function attributeEntries(lines: readonly string[], attributes: Attributes): string[] {
  const seen = new Set<string>();
  const entries: string[] = [];
  const follow = (text: string): void => {
    for (const [, name = '', names = ''] of text.matchAll(reference)) {
      for (const key of [name, ...names.split(/[,+]/)].map((one) => one.toLowerCase())) {
        if (!attributes.has(key) || seen.has(key)) continue;
        seen.add(key);
        const value = attributes.get(key);
        follow(value ?? '');
        entries.push(value === undefined ? `:!${key}:` : `:${key}: ${value}`.trimEnd());
      }
    }
  };
  if (attributes.size > 0) for (const line of lines) follow(line);
  return entries;
}
