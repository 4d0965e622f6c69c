/** The parts of the text that a person types to name a library. */
export interface ReadName {
  /**
   * The name as typed, or the package that its statement imports or installs. More general readings
   * follow.
   */
  names: string[];
  /** The name without a version at the end of its word: `vue` for `vue3`. It must be a whole name. */
  unversioned?: string;
  /** The words before a version within the text: `vue` of "vue 3.4 reactivity". They must be a whole name. */
  beforeVersion?: string;
  /** True if the text is an import statement or an install command. */
  isStatement: boolean;
  /** The language of the package in a statement, such as `python`; absent if it is unknown. */
  language?: string;
  /** The version in the text, such as `15` or `v2.1`, without a range's sign; absent if it names none. */
  version?: string;
}

const maxLength = 200;

/** Commands that install a package, by the language of the package; '' for programs of any language. */
const installers: readonly [language: string, commands: string][] = [
  [
    'javascript',
    'npm (?:install|i|add)|pnpm (?:install|i|add|dlx)|yarn (?:global )?(?:add|dlx)|bun (?:add|install)|npx|bunx|deno add',
  ],
  [
    'python',
    'pip3? install|pipx install|uv (?:pip install|tool install|add)|uvx|(?:poetry|pdm|rye) add|(?:conda|mamba) install',
  ],
  ['rust', 'cargo (?:add|install)'],
  ['go', 'go (?:get|install)'],
  ['ruby', 'gem install|bundle add'],
  ['php', 'composer require'],
  ['dotnet', 'dotnet add package|install-package'],
  ['dart', '(?:dart|flutter) pub add'],
  ['', '(?:apt|apt-get|brew|cabal|choco|luarocks|opam|scoop|winget) install|apk add'],
];
const goHosts =
  '(?:github|gitlab|bitbucket|codeberg)\\.(?:com|org)|(?:google\\.)?golang\\.org|go\\.\\w+\\.\\w+|(?:sigs\\.)?k8s\\.io|gopkg\\.in|gorm\\.io|entgo\\.io|gonum\\.org|modernc\\.org|gocloud\\.dev';

/**
 * Statements that name a package, with the package as first group, by the language of the package. Each expression reads in
 * linear time.
 */
const statements: readonly [language: string, statement: RegExp][] = [
  ...installers.map(([language, commands]): [string, RegExp] => [
    language,
    new RegExp(`^\\$? ?(?:sudo )?(?:${commands}) (?:-\\S+ )*(\\S+)`, 'i'),
  ]),
  ['python', /^from ['"]?([\w.@/-]+)['"]? import\b/],
  ['javascript', /^(?:import|export) [^'"]{1,100} from ['"]([^'"\s]+)['"]/],
  ['dart', /^import ['"]package:([\w.]+)\//],
  ['', /^import \(?['"]([^'"\s]+)['"]/],
  ['javascript', /^(node:\w+)$/],
  ['javascript', /\brequire ?\( ?['"]([^'"\s]+)['"]/],
  ['', /\brequire ?['"]([^'"\s]+)['"]/],
  ['java', /^import (?:static )?([\w.]+)(?:\.\*)?;(?:,.*)?$/],
  ['python', /^import (?:static )?([\w.]+)(?:\.\*)?(?: as \w+)?(?:,.*)?$/],
  ['rust', /^use (\w+)(?:::|;|$)/],
  ['php', /^use (\w+)\\/],
  ['dotnet', /^using ([\w.]+);?$/],
  ['rust', /^extern crate (\w+)/],
  ['java', /<artifactId>([^<\s]+)</],
  ['java', /^(?:\w{2,30}[( ] ?['"])?([\w-]+(?:\.[\w-]+)+:[\w.-]+)(?::[\w.-]+)?(?:['"]\)?)?$/],
  // The path of a module of Go. Other hosts are websites.
  ['go', new RegExp(`^((?:${goHosts})/[\\w./-]+)$`)],
  // Lines of Cargo.toml, package.json, requirements.txt, Gemfile, mix.exs and Package.swift.
  ['rust', /^([\w-]+) = (?:"[~^=<>]{0,2} ?\d|\{ ?(?:version|git|path|workspace)\b)/],
  ['javascript', /^"(@?[\w./-]+)": "(?:[~^<>=]{0,2} ?\d|latest|workspace:)/],
  ['python', /^([\w.-]+)(?:\[[\w,-]+\])? ?(?:[<>=~!]=|[<>]) ?\d/],
  ['ruby', /^gem ['"]([\w-]+)['"]/],
  ['elixir', /^\{:(\w+),/],
  ['swift', /^\.package\(.{0,60}?url: ?"https?:\/\/([^"\s]+?)(?:\.git)?"/],
  ['cpp', /^#include [<"]([\w./+-]+?)(?:\.\w{1,4})?[>"]/],
  ['cpp', /^find_package\( ?([A-Za-z]+)/],
  ['dotnet', /<PackageReference Include="([\w.-]+)"/],
];

/** `v15`, `14.2.0`, `3.x`, `2.0.0-rc.1`: a separate word, or after an `@` or a hyphen. */
const version = /(?:[\s@-]|==)([~^]?v?\d+(?:\.(?:\d+|x))*(?:-[a-z\d]+(?:\.\d+)*)?)(?=\s|$)/i;

/** A version at the end of a word: `vue3`, `go1.22`. */
const versionInWord = /^([a-z][a-z.+#]*[a-z+#])(\d{1,4}(?:\.\d{1,4}){0,3})(?=\s|$)/i;

/** Reads a name: takes the package out of a statement, and splits off a version. Pure. */
export function readName(text: string): ReadName {
  const typed = text.slice(0, maxLength).replace(/\s+/g, ' ').trim();
  const found = packageIn(typed);
  const asked = version.exec(typed);
  const named = asked ? { version: asked[1]!.replace(/^[~^]/, '') } : {};
  if (found) return { ...found, isStatement: true, ...named };
  if (asked) {
    const rest = typed.replace(asked[0], ' ').replace(/\s+/g, ' ').trim();
    const before = typed.slice(0, asked.index);
    const isWithin = before !== '' && before !== rest;
    return {
      names: [typed, rest],
      ...(isWithin && { beforeVersion: before }),
      isStatement: false,
      ...named,
    };
  }
  const [written, name = '', number = ''] = versionInWord.exec(typed) ?? [];
  if (written === undefined) return { names: [typed], isStatement: false };
  const unversioned = name + typed.slice(written.length);
  return { names: [typed], unversioned, isStatement: false, version: number };
}

/** Returns the package that a statement names, and its language. */
function packageIn(text: string): Pick<ReadName, 'names' | 'language'> | undefined {
  for (const [language, statement] of statements) {
    const name = statement.exec(text)?.[1];
    if (name !== undefined) {
      return { names: packageNames(name), ...(language !== '' && { language }) };
    }
  }
  return undefined;
}

/**
 * Returns a package name and its more general forms: `@scope/name/part` is also `@scope/name`,
 * `a/b` is `a`, and `torch.nn` is `torch`. Removes version and extras.
 */
function packageNames(found: string): string[] {
  const bare = found.replace(/^['"]/, '');
  const name = bare.replace(/(?<=.)(?:@|[=<>~^![]|;).*$/, '').replace(/['";,)]+$/, '');
  const whole = name.replace(/^@([^/]+)\/([^/]+)\/.*$/, '@$1/$2').replace(/[/.]v\d+$/, '');
  if (whole.startsWith('@')) return [whole];
  if (whole.startsWith('node:')) return ['node'];
  // The group of an artifact ends with the project: `com.squareup.retrofit2:converter-gson`.
  const [, group, artifact] = coordinates.exec(whole) ?? [];
  if (group !== undefined) return [artifact!, group];
  const path = /^[\w-]+\.[\w.-]+\/(?:([^/]+\/[^/]+)|([^/]+)$)/.exec(whole);
  if (path) return [path[1] ?? path[2]!, whole];
  const [, organization, project] = reversedDomain.exec(whole) ?? [];
  if (organization !== undefined) {
    return [whole, ...(project === undefined ? [] : [project]), organization];
  }
  return [...new Set([whole, whole.split(/[/.]/)[0]!])].filter((one) => one !== '');
}

/** An artifact of Maven: the last word of its group without a version, and its name. */
const coordinates = /^[\w.-]{1,100}\.([A-Za-z-]+)\d{0,2}:([\w.-]+)$/;
/** A package of Java: its organization and its project, such as `apache` and `kafka` of `org.apache.kafka.clients`. */
const reversedDomain = /^(?:com|org|io|net|dev)\.([\w-]+)(?:\.([a-z][\w-]*))?(?:\.|$)/;
