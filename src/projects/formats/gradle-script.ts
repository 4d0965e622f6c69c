import { linesOf } from './texts.ts';

/** What a build script of Gradle says in literal text. Libraries are `group:artifact:version`, with variables such as `$sawVersion`. */
export interface Script {
  libraries: { text: string; dev: boolean }[];
  /** Libraries and bundles of version catalogs, such as `libs.saw.oil`. */
  uses: { accessor: string; dev: boolean }[];
  /** Bills of materials: `platform(...)`, `mavenBom`, and that of the plugin of Spring Boot. */
  bills: string[];
  /** The values of names that look like versions; '' for a name with several. */
  variables: Map<string, string>;
  /** The name that `settings.gradle` gives the project; '' without one. */
  project: string;
}

/** A configuration that takes libraries. Those of the build itself, such as `classpath`, have other names. */
const configuration =
  /(?:[iI]mplementation|[aA]pi|[cC]ompile(?:Only(?:Api)?)?|[rR]untime(?:Only)?|[pP]rovided|[aA]nnotationProcessor|^kapt\w*|^ksp\w*|^developmentOnly)$/;
/** `org.acme:saw:1.0` in quotation marks. A classifier or an ending can follow. */
const coordinates =
  /["']([\w.${}-]{1,200}:[\w.${}-]{1,200}(?::[\w.${}+![\](),-]{1,200})?)(?:[:@][^"'\s]{0,100})?["']/g;
/** `libs.saw.oil`, without methods such as `get()`. */
const accessors = /(?<![\w.])[a-zA-Z]\w{0,100}(?:\.\w{1,100}(?![\w(])){1,9}/g;
const bootPlugin =
  /\bid[\s(]{1,3}["']org\.springframework\.boot["']\)?\s{1,3}version[\s(]{1,3}["']([^"'\s]{1,100})["']/;
/** A name and its value. `version` is that of the project, or of one library. */
const variable =
  /(?<!\w)(?!version\b)(\w{1,100})["'\])]{0,2}(?:\s{0,3}[=:,]|\s{1,3}by\s{1,3}extra\()\s{0,3}["'](\d[^"'\s]{0,100})["']/g;
const ofTests = /^(?:val\s{1,3})?(?:test\w{0,60}|\w{0,60}Test)\b/;
const deepest = 100;

/**
 * Reads a build script of Gradle, in Groovy or Kotlin. Never runs it, so it leaves out what other code adds. Looks at each line by
 * itself, and counts braces.
 */
export function parseScript(text: string): Script {
  const script: Script = { libraries: [], uses: [], bills: [], variables: new Map(), project: '' };
  const blocks: boolean[] = [];
  let word = '';
  for (const content of linesOf(text)) {
    const line = content.slice(0, 2_000).trim();
    if (/^(?:\/\/|\/?\*)/.test(line)) continue;
    // The arguments of a configuration can stand in lines of their own.
    if (!/^["'([]/.test(line)) {
      word = /^(?:dependencies\s{0,3}\{\s{0,3})?(\w{0,100})/.exec(line)![1]!;
    }
    readValues(script, line);
    readLibraries(script, line, { word, inTests: blocks.includes(true) });
    for (const [brace] of line.matchAll(/[{}]/g)) {
      if (brace === '}') blocks.pop();
      else if (blocks.length < deepest) blocks.push(ofTests.test(line));
    }
  }
  return script;
}

function readValues(script: Script, line: string): void {
  for (const [, name = '', value = ''] of line.matchAll(variable)) {
    setValue(script.variables, name, value);
  }
  script.project ||=
    /^rootProject\.name\s{0,3}=\s{0,3}["']([^"']{1,200})["']/.exec(line)?.[1] ?? '';
}

/** Sets the value of a name; '' if it has another one already. */
export function setValue(values: Map<string, string>, name: string, value: string): void {
  values.set(name, (values.get(name) ?? value) === value ? value : '');
}

function readLibraries(
  { bills, libraries, uses }: Script,
  line: string,
  { word, inTests }: { word: string; inTests: boolean },
): void {
  const [, boot] = bootPlugin.exec(line) ?? [];
  if (boot !== undefined) bills.push(bootBill(boot));
  const takes = configuration.test(word);
  const dev = inTests || /test/i.test(word);
  if (takes) uses.push(...[...line.matchAll(accessors)].map(([accessor]) => ({ accessor, dev })));
  if (word === 'mavenBom' || (takes && /\b(?:enforcedP|p)latform\b/.test(line))) {
    bills.push(...namedIn(line));
  } else if (takes) {
    libraries.push(...namedIn(line).map((text) => ({ text, dev })));
  }
}

/** The plugin that adds the bill of materials of Spring Boot. */
export const bootPluginId = 'org.springframework.boot';

/** Returns the bill of materials of a version of Spring Boot. */
export function bootBill(version: string): string {
  return `${bootPluginId}:spring-boot-dependencies:${version}`;
}

function namedIn(line: string): string[] {
  const found = [...line.matchAll(coordinates)].map((match) => match[1]!);
  if (found.length > 0) return found;
  const [group, name, version] = ['group', 'name', 'version'].map(
    (key) =>
      new RegExp(`\\b${key}\\s{0,3}[:=]\\s{0,3}["']([^"'\\s:]{1,200})["']`).exec(line)?.[1] ?? '',
  );
  return group && name ? [`${group}:${name}:${version}`] : [];
}
