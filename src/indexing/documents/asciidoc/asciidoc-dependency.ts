import { byWord } from '../by-word.ts';

/** The macro of Micronaut's documentation that shows how a build declares a dependency, on a line of its own. */
const macro = /^dependency::?([\w.-]{0,200}(?::[\w.-]{1,200}){0,2})\[([^\][]{0,500})\][ \t]*$/;

const group = 'io.micronaut';
const prefix = 'micronaut-';

const gradleScopes: Readonly<Record<string, string>> = {
  compile: 'implementation',
  test: 'testImplementation',
  testCompile: 'testImplementation',
  runtime: 'runtimeOnly',
  provided: 'developmentOnly',
};
const mavenScopes = byWord([
  ['api compile implementation', ''],
  ['compileOnly developmentOnly', 'provided'],
  ['runtimeOnly', 'runtime'],
  ['testCompile testImplementation testRuntime testRuntimeOnly', 'test'],
]);

/**
 * Returns the lines of AsciiDoc, for a place below another line, that declare a dependency with Gradle and with Maven; undefined for a line without the macro
 * `dependency:artifact[groupId="org.x",scope="runtimeOnly"]` or `dependency:group:artifact:version[]`.
 * https://micronaut-projects.github.io/micronaut-docs/latest/guide/
 */
export function readDependency(line: string, before = ''): string[] | undefined {
  const [, target, list = ''] = macro.exec(line) ?? [];
  if (target === undefined) return undefined;
  const options = new Map(
    Array.from(list.matchAll(/([A-Za-z]+)="?([^",]*)/g), ([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  );
  const coordinates = coordinatesOf(target, options);
  const scope = options.get('scope') ?? '';
  const gradle = options.get('gradleScope') ?? (gradleScopes[scope] || scope || 'implementation');
  const maven = options.get('mavenScope') ?? mavenScopes.get(scope) ?? scope;
  return [
    ...(/^\+?\s*$/.test(before) ? [] : ['']),
    '--',
    ...listing('Gradle', 'groovy', [`${gradle}("${coordinates.join(':')}")`]),
    '',
    ...listing('Maven', 'xml', mavenLines(coordinates, maven)),
    '--',
  ];
}

/** Returns the group, the artifact and the version, if it is known. */
function coordinatesOf(target: string, options: ReadonlyMap<string, string>): string[] {
  const parts = target.split(':');
  const [first = '', artifact] = parts;
  const version = parts[2] ?? options.get('version') ?? '';
  const end = version === '' ? [] : [version];
  if (artifact !== undefined) return [first || group, artifact, ...end];
  const owner = options.get('groupId') ?? group;
  const isShort = owner.startsWith(`${group}.`) && !first.startsWith(prefix);
  return [owner, isShort ? prefix + first : first, ...end];
}

function mavenLines([owner = '', artifact = '', version]: string[], scope: string): string[] {
  const inner = [
    `    <groupId>${owner}</groupId>`,
    `    <artifactId>${artifact}</artifactId>`,
    ...(version === undefined ? [] : [`    <version>${version}</version>`]),
  ];
  if (scope === 'annotationProcessor') {
    const path = ['<path>', ...inner, '</path>'].map((line) => `    ${line}`);
    return ['<annotationProcessorPaths>', ...path, '</annotationProcessorPaths>'];
  }
  const end = scope === '' ? [] : [`    <scope>${scope}</scope>`];
  return ['<dependency>', ...inner, ...end, '</dependency>'];
}

function listing(title: string, language: string, code: string[]): string[] {
  return [`.${title}`, `[source,${language}]`, '----', ...code, '----'];
}
