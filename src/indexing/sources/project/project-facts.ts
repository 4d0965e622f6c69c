import { objectOf, parsedJson } from '../../../base/json.ts';
import { type DescribingKind, describingKind } from './describing-files.ts';
import { isOfDocumentation, readReadme, withTagline } from './readme.ts';

/** Facts about a project from its own files. */
export interface ProjectFacts {
  title?: string;
  /** From the site's configuration or a package. */
  description?: string;
  /** The first sentence of the README, for a project without a description. */
  firstSentence?: string;
  /** Names of the packages that it publishes from its root. */
  names: string[];
  /** Names of packages in its folders: parts of it, or samples and tools. */
  parts: string[];
}

/** A file that describes a project. */
export interface DescribingFile {
  path: string;
  text: string;
}

interface Described {
  title?: string | undefined;
  description?: string | undefined;
  /** The name of a published package. */
  published?: string | undefined;
}

const maxTitle = 200;
const maxDescription = 1_000;
const maxName = 100;
const maxNames = 30;

const siteKinds: ReadonlySet<DescribingKind> = new Set([
  'mkdocs',
  'docusaurus',
  'vitepress',
  'starlight',
  'mintlify',
  'fern',
  'gitbook',
  'docfx',
  'mdbook',
  'hugo',
  'zola',
  'jekyll',
  'antora',
  'sphinx',
]);

/**
 * Reads title, description and package names from the files that describe a project, those nearest
 * to the root first. Prefers the site's configuration to the metadata of a package at the root, and
 * that to the README. Never runs a file: it reads a configuration program by patterns, and leaves
 * out computed values.
 */
export function readProject(files: readonly DescribingFile[]): ProjectFacts {
  const read = files.map((file) => {
    const kind = describingKind(file.path)!;
    return { kind, root: !file.path.includes('/'), facts: readFile(kind, file.text) };
  });
  const readme = read.find(({ kind }) => kind === 'readme')?.facts ?? {};
  const sites = ownFirst(
    read.filter(({ kind }) => siteKinds.has(kind)).map(({ facts }) => facts),
    read.filter(({ root }) => root).map(({ facts }) => facts.published ?? facts.title),
  );
  const packages = ownFirst(
    read
      .filter(({ kind, root }) => root && !siteKinds.has(kind) && kind !== 'readme')
      .map(({ facts }) => facts),
    [readme.title],
  );
  const inOrder = [...sites, ...packages];
  const published = (root: boolean): string[] => {
    const chosen = read.filter((one) => one.root === root);
    return [...new Set(chosen.flatMap(({ facts }) => facts.published ?? []))].slice(0, maxNames);
  };
  const whole = titleOf(
    inOrder.map((facts) => facts.title),
    readme.title,
  );
  const [, title = whole, tagline] = withTagline.exec(whole ?? '') ?? [];
  const description = [...inOrder.map((facts) => facts.description), tagline].find(
    (text) => text !== undefined && describes(text, title),
  );
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(readme.description !== undefined && { firstSentence: readme.description }),
    names: published(true),
    parts: published(false),
  };
}

/** Returns false for a description that only repeats the title, or says that the project is documentation. */
function describes(text: string, title = ''): boolean {
  return letters(text) !== letters(title) && !isOfDocumentation(text);
}

/** Puts what has the name of the project before the others, such as the site of its proposals and the package of its extensions. */
function ownFirst(all: Described[], names: (string | undefined)[]): Described[] {
  const known = new Set(names.flatMap((name) => (name === undefined ? [] : letters(name))));
  const isOwn = ({ title }: Described): boolean => known.has(projectName(title ?? ''));
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))];
}

/** Prefers the README's spelling of the same name: "React Router" for react-router, and "Forge" for "Forge Docs". */
function titleOf(found: (string | undefined)[], readme: string | undefined): string | undefined {
  const title = found.find((one) => one !== undefined) ?? readme;
  return readme !== undefined && letters(readme) === projectName(title ?? '') ? readme : title;
}

/** Returns the letters of a title without the words that make it that of a site: `Forge Docs`. */
function projectName(title: string): string {
  return letters(title.replace(/ (?:docs?|documentation|website|site)$/i, ''));
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Titles that name no project: `Docs`, `Website`, `docs/latest`. */
const generalTitle =
  /^(?:docs?|documentation|(?:web ?)?site|home|index|[\w.-]+\/(?:current|latest|main|next|stable|v?\d[\w.]*))$/i;

/** The name of a package that is the site of a project: `forge-docs`, `forge-website`. */
const siteOf = /^([a-z\d][a-z\d-]{0,80})-(?:docs?|documentation|web-?site|site)$/;

function readFile(kind: DescribingKind, text: string): Described {
  const { title, description, published } = readers[kind](text);
  return {
    title: unless(generalTitle, clean(title, maxTitle)?.replace(siteOf, '$1')),
    description: clean(description, maxDescription),
    published: isPackageName(published) ? published : undefined,
  };
}

/** Titles and taglines of a new site of Docusaurus. */
const docusaurusTemplate = /^(?:my site|dinosaurs are cool|the tagline of my site)$/i;

function unless(unwanted: RegExp, text: string | undefined): string | undefined {
  return text !== undefined && unwanted.test(text) ? undefined : text;
}

const readers: Record<DescribingKind, (text: string) => Described> = {
  mkdocs: (text) => ({
    title: yamlValue(text, 'site_name'),
    description: yamlValue(text, 'site_description'),
  }),
  docusaurus: (text) => ({
    title: unless(docusaurusTemplate, property(text, 'title')),
    description: unless(docusaurusTemplate, property(text, 'tagline')),
  }),
  vitepress: readSiteProgram,
  // Other sites of Astro state no title in their configuration.
  starlight: (text) => readSiteProgram(text.split('starlight(', 2)[1] ?? ''),
  mintlify: (text) => {
    const { name, description, navigation } = jsonObject(text);
    return navigation === undefined
      ? {}
      : { title: asText(name), description: asText(description) };
  },
  fern: (text) => ({ title: yamlValue(text, 'title') }),
  gitbook: (text) => {
    const { title, description } = jsonObject(text);
    return { title: asText(title), description: asText(description) };
  },
  docfx: (text) => ({ title: property(text, '_appTitle') ?? property(text, '_appName') }),
  mdbook: (text) => {
    const book = section(text, 'book');
    return { title: value(book, 'title'), description: value(book, 'description') };
  },
  hugo: (text) => ({ title: yamlValue(text, 'title') }),
  // Hexo and Jupyter Book have the same file.
  jekyll: (text) => ({
    title: yamlValue(text, 'title'),
    description: yamlValue(text, 'description') ?? yamlValue(text, 'subtitle'),
  }),
  zola: readSiteToml,
  antora: (text) => ({ title: yamlValue(text, 'title') }),
  sphinx: (text) => ({
    title: /^project\s*=\s*u?(['"])([^'"\n]{1,200})\1\s*(?:#.*)?$/m
      .exec(text)?.[2]
      ?.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  }),
  npm: readNpm,
  python: (text) => {
    const project = section(text, 'project') || section(text, 'tool.poetry');
    const name = value(project, 'name');
    return { title: name, description: value(project, 'description'), published: name };
  },
  setup: (text) => {
    const metadata = section(text, 'metadata');
    const name = value(metadata, 'name');
    return { title: name, description: value(metadata, 'description'), published: name };
  },
  setupScript: (text) => {
    const called = text.slice(/^[ \t]*(?:setuptools\.)?setup\(/m.exec(text)?.index ?? text.length);
    const name = argument(called, 'name');
    return { title: name, description: argument(called, 'description'), published: name };
  },
  cargo: (text) => {
    const crate = section(text, 'package');
    const name = value(crate, 'name');
    const isPublished = !/^publish\s*=\s*false/m.test(crate);
    // As in npm, a crate that is not published often only builds the project.
    const published = isPublished ? name : undefined;
    return { title: published, description: value(crate, 'description'), published };
  },
  composer: (text) => {
    const { name, description } = jsonObject(text);
    return { description: asText(description), published: asText(name) };
  },
  gem: (text) => {
    const name = /\.name\s*=\s*(['"])([\w.-]{1,100})\1/.exec(text)?.[2];
    const description = /\.summary\s*=\s*(?:%q[{(]|['"])([^'"{}()\n]{1,1000})/.exec(text)?.[1];
    return { title: name, description, published: name };
  },
  mix: (text) => ({
    title: property(text, 'name'),
    description:
      property(text, 'description') ?? /@description\s+"([^"#\n]{1,1000})"/.exec(text)?.[1],
    published: /\bapp:\s+:([\w]{1,100})/.exec(text)?.[1],
  }),
  maven: readMaven,
  go: (text) => ({ published: /^module\s+(\S{1,200})/m.exec(text)?.[1] }),
  dotnet: (text) => {
    const name = /<PackageId>([^<$]{1,100})<\/PackageId>/.exec(text)?.[1];
    const description = /<Description>([^<$]{1,1000})<\/Description>/.exec(text)?.[1];
    return { title: name, description, published: name };
  },
  readme: readReadme,
};

/**
 * The package at the root of a workspace often only builds the others. It then does not describe
 * them.
 */
function readNpm(text: string): Described {
  const { name, description, private: isPrivate } = jsonObject(text);
  if (isPrivate === true) return { description: asText(description) };
  const published = asText(name);
  const title = published?.startsWith('@') ? undefined : published;
  return { title, description: asText(description), published };
}

/** Reads the fields of the project itself, without those of its parent, dependencies and plugins. */
function readMaven(text: string): Described {
  const start = /<project\b/.exec(text)?.index ?? 0;
  const end = /<(?:dependencies|dependencyManagement|build|modules|profiles)>/.exec(text)?.index;
  const parent = { from: text.indexOf('<parent>'), to: text.indexOf('</parent>') };
  const head =
    parent.from > -1 && parent.to > parent.from
      ? text.slice(start, parent.from) +
        text.slice(parent.to, Math.max(parent.to, end ?? text.length))
      : text.slice(start, end);
  const own = head.replace(
    /<(licenses|developers|contributors|organization|scm)>(?:(?!<\1>)[\s\S])*?<\/\1>/g,
    '',
  );
  const field = (name: string): string | undefined =>
    new RegExp(`<${name}>([^<$]{1,1000})</${name}>`).exec(own)?.[1];
  return {
    // The project at the root often only builds the others.
    title: field('name')?.replace(/(?:[ :-]{1,3}(?:Build|Aggregator|Parent|POM|Root)){1,3}$/i, ''),
    description: field('description'),
    published: field('artifactId'),
  };
}

/** Reads the configuration of Zola, or that of Hugo in TOML. Other programs have a config.toml too, which states no address. */
function readSiteToml(text: string): Described {
  const top = text.split(/^[ \t]*\[/m, 1)[0]!;
  if (!/^base_?url\s{0,20}=/im.test(top)) return {};
  const params = section(text, 'params').replace(/^[ \t]+/gm, '');
  const description = value(top, 'description') ?? value(params, 'description');
  return { title: value(top, 'title'), description };
}

/** Reads the configuration of a site that is a program. */
function readSiteProgram(text: string): Described {
  return { title: property(text, 'title'), description: property(text, 'description') };
}

/** Returns the object of a JSON file; an empty one if the file is broken. */
function jsonObject(text: string): Record<string, unknown> {
  return objectOf(parsedJson(text.replace(/^\uFEFF/, '')));
}

function asText(found: unknown): string | undefined {
  return typeof found === 'string' ? found : undefined;
}

/**
 * Returns a text value at the top level of a YAML file. Ignores values with tags, anchors and
 * references.
 */
function yamlValue(text: string, key: string): string | undefined {
  const found = new RegExp(`^${key}:[ \\t]+(.{1,1200})$`, 'm').exec(text)?.[1]?.trim();
  if (found === undefined || /^[!&*|>[{]/.test(found)) return undefined;
  return unquoted(found) ?? found.replace(/\s+#.*$/, '');
}

/**
 * Returns the text of a property where a program first has it: `title: 'Name'`, `"title": "Name"`. Ignores computed values, and
 * templates with values.
 */
function property(text: string, key: string): string | undefined {
  const code = text.replace(/^\s*\/\/.*$/gm, '');
  return new RegExp(
    `(?:^|[\\s{,])["']?${key}["']?:\\s{0,20}(?:(['"\`])((?:(?!\\1|\\$\\{)[^\\\\\\n]){1,1000})\\1)?`,
  ).exec(code)?.[2];
}

/** Returns the first text of a named argument of a call in Python. */
function argument(call: string, name: string): string | undefined {
  return new RegExp(
    `[(,\\s]${name}\\s{0,9}=\\s{0,20}(['"])((?:(?!\\1)[^\\\\\\n]){1,1000})\\1`,
  ).exec(call)?.[2];
}

/** Returns the lines of a section of a TOML or INI file. */
function section(text: string, name: string): string {
  const lines = text.split(/\r?\n/);
  const from = lines.findIndex((line) => line.trim() === `[${name}]`);
  if (from === -1) return '';
  const length = lines.slice(from + 1).findIndex((line) => /^\s*\[[^\]]+\]\s*$/.test(line));
  return lines.slice(from + 1, length === -1 ? undefined : from + 1 + length).join('\n');
}

/** Returns a text value of a section. */
function value(lines: string, key: string): string | undefined {
  const start = `^${key}\\s{0,20}=[ \\t]*`;
  const several = new RegExp(`${start}("""|''')([\\s\\S]{0,1000}?)\\1`, 'm').exec(lines)?.[2];
  if (several !== undefined) return several;
  const found = new RegExp(`${start}(.{1,1200})$`, 'm').exec(lines)?.[1]?.trim();
  if (found === undefined) return undefined;
  // A TOML value that is no text, such as `{ workspace = true }`.
  return unquoted(found) ?? (/^[[{'"]|^(?:true|false)$/.test(found) ? undefined : found);
}

function unquoted(text: string): string | undefined {
  return /^(['"])(.*?)\1(?:\s*#.*)?$/.exec(text)?.[2];
}

/** Returns a value as one plain line; undefined if it is empty, a placeholder, or the badges that npm finds at the start of a README. */
function clean(text: string | undefined, maxLength: number): string | undefined {
  const plain = text
    ?.replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength);
  return plain === undefined || plain === '' || /\$\{|\{\{|^(?:%|\[?!\[)/.test(plain)
    ? undefined
    : plain;
}

function isPackageName(name: string | undefined): name is string {
  return name !== undefined && name.length <= maxName && /^@?[\w.-]+(?:[/:][\w.~-]+)*$/.test(name);
}
