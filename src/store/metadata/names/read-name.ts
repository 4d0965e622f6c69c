/** The parts of the text that a person types to name a library. */
export interface ReadName {
  /**
   * The name as typed, or the package that its statement imports or installs. More general readings
   * follow.
   */
  names: string[];
  /** True if the text is an import statement or an install command. */
  isStatement: boolean;
  /** The version in the text, such as `15` or `v2.1`, without a range's sign; absent if it names none. */
  version?: string;
}

const maxLength = 200;

const installers =
  'npm (?:install|i|add)|pnpm (?:install|i|add)|yarn (?:global )?add|bun (?:add|install)|npx|pip3? install|pipx install|uv (?:pip install|add)|poetry add|conda install|cargo (?:add|install)|go (?:get|install)|gem install|bundle add|composer require|dotnet add package|brew install';

/**
 * Statements that name a package, with the package as first group. Each expression reads in linear
 * time.
 */
const statements: readonly RegExp[] = [
  new RegExp(`^\\$? ?(?:sudo )?(?:${installers}) (?:-\\S+ )*(\\S+)`, 'i'),
  /^from ['"]?([\w.@/-]+)['"]? import\b/,
  /^(?:import|export) [^'"]{1,100} from ['"]([^'"\s]+)['"]/,
  /^import \(?['"]([^'"\s]+)['"]/,
  /\brequire ?\(? ?['"]([^'"\s]+)['"]/,
  /^import (?:static )?([\w.]+)(?:\.\*)?(?: as \w+)?;?(?:,.*)?$/,
  /^use (\w+)(?:::|\\|;|$)/,
  /^using ([\w.]+);?$/,
  /^extern crate (\w+)/,
  /<artifactId>([^<\s]+)</,
  /^[\w-]+(?:\.[\w-]+)+:([\w.-]+)(?::[\w.-]+)?$/,
];

/** `v15`, `14.2.0`, `3.x`, `2.0.0-rc.1`: a separate word, or after an `@`. */
const version = /(?:[\s@]|==)([~^]?v?\d+(?:\.(?:\d+|x))*(?:-[a-z\d]+(?:\.\d+)*)?)(?=\s|$)/i;

/** Reads a name: takes the package out of a statement, and splits off a version. Pure. */
export function readName(text: string): ReadName {
  const typed = text.slice(0, maxLength).replace(/\s+/g, ' ').trim();
  const found = statements.map((one) => one.exec(typed)?.[1]).find((name) => name !== undefined);
  const asked = version.exec(typed);
  const named = asked ? { version: asked[1]!.replace(/^[~^]/, '') } : {};
  if (found !== undefined) {
    return { names: packageNames(found), isStatement: true, ...named };
  }
  const rest = asked ? typed.replace(asked[0], ' ').replace(/\s+/g, ' ').trim() : typed;
  return { names: rest === typed ? [typed] : [typed, rest], isStatement: false, ...named };
}

/**
 * Returns a package name and its more general forms: `@scope/name/part` is also `@scope/name`,
 * `a/b` is `a`, and `torch.nn` is `torch`. Removes version and extras.
 */
function packageNames(found: string): string[] {
  const bare = found.replace(/^['"]/, '');
  const name = bare.replace(/(?<=.)(?:@|[=<>~^![]|;).*$/, '').replace(/['";,)]+$/, '');
  const whole = name.replace(/^@([^/]+)\/([^/]+)\/.*$/, '@$1/$2').replace(/\/v\d+$/, '');
  if (whole.startsWith('@')) return [whole];
  const path = /^[\w-]+\.[\w.-]+\/([^/]+\/[^/]+)/.exec(whole);
  if (path) return [path[1]!, whole];
  return [...new Set([whole, whole.split(/[/.]/)[0]!])].filter((one) => one !== '');
}
