/** Returns whether a path, or one of its folders, matches. Takes the result of `segmentsOf`. */
export type PathMatcher = (segments: readonly string[]) => boolean;

const maxAlternatives = 64;

/**
 * Maximum number of patterns of a list in a repository. One with braces counts for each of its alternatives. All of them are compared
 * with each path.
 */
export const mostPatterns = 200;

/** Returns the first items of a list whose patterns are at most `mostPatterns`. */
export function withinMostPatterns<Item>(
  items: readonly Item[],
  patternOf: (item: Item) => string,
): Item[] {
  let count = 0;
  return items.filter((item) => (count += alternativesOf(patternOf(item))) <= mostPatterns);
}

/** Returns the folders around a path, the deepest first. The root is an empty text. */
export function foldersAround(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return [...names.keys(), names.length].reverse().map((count) => names.slice(0, count).join('/'));
}

/** Returns the names in a path, in lower case, because matching ignores case. */
export function segmentsOf(path: string): string[] {
  const segments = path.toLowerCase().split('/');
  return segments.filter((segment) => segment !== '' && segment !== '.');
}

/**
 * Compiles a pattern over whole paths from the root: `*` and `?` match inside one segment, `**` matches any number of
 * segments, `{a,b}` lists alternatives. A path matches if it or one of its folders does. Patterns come from untrusted
 * repositories. The work is at most the product of both lengths, while regular expressions could take forever.
 */
export function compilePath(pattern: string): PathMatcher {
  const alternatives = expandBraces(pattern.toLowerCase()).map(segmentsOf);
  return (segments) => alternatives.some((wanted) => matchesPrefix(wanted, segments));
}

/** Compiles a pattern over one name, without slashes, in lower case. */
export function compileName(pattern: string): (name: string) => boolean {
  const alternatives = expandBraces(pattern.toLowerCase());
  return (name) => alternatives.some((wanted) => matchesSegment(wanted, name));
}

/** Tracks all positions in the pattern that the path's segments can reach. */
function matchesPrefix(pattern: string[], path: readonly string[]): boolean {
  if (pattern.length === 0) return false;
  const reached: boolean[] = [true];
  passGlobstars(pattern, reached);
  for (const segment of path) {
    // From the end, so that one segment moves no position twice.
    for (let at = pattern.length - 1; at >= 0; at -= 1) {
      if (!reached[at]) continue;
      const wanted = pattern[at] ?? '';
      if (wanted === '**') continue;
      reached[at] = false;
      if (matchesSegment(wanted, segment)) reached[at + 1] = true;
    }
    passGlobstars(pattern, reached);
    if (reached[pattern.length]) return true;
  }
  return false;
}

/** `**` can match no segment. */
function passGlobstars(pattern: string[], reached: boolean[]): void {
  for (let at = 0; at < pattern.length; at += 1) {
    if (reached[at] && pattern[at] === '**') reached[at + 1] = true;
  }
}

/** Matches greedily. On a mismatch, the last star takes one more character. */
function matchesSegment(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let starText = 0;
  for (let index = 0; index < text.length;) {
    if (pattern[at] === '*') {
      star = at;
      starText = index;
      at += 1;
    } else if (pattern[at] === '?' || pattern[at] === text[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      starText += 1;
      index = starText;
      at = star + 1;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/** Returns how many patterns the braces of a pattern stand for. Each costs as much as a pattern. */
function alternativesOf(pattern: string): number {
  const groups = Array.from(pattern.matchAll(/\{([^{}]*)\}/g), ([, group = '']) => group);
  return groups.reduce((product, group) => product * group.split(',').length, 1);
}

/** Expands `a{b,c}d` to `abd` and `acd`. Beyond the limit, braces stand for themselves. */
function expandBraces(pattern: string): string[] {
  let expanded = [pattern];
  for (;;) {
    const next = expanded.flatMap(expandFirst);
    if (next.length === expanded.length || next.length > maxAlternatives) return expanded;
    expanded = next;
  }
}

function expandFirst(pattern: string): string[] {
  const group = /\{([^{},]*(?:,[^{},]*)+)\}/.exec(pattern);
  if (!group) return [pattern];
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(group.index + group[0].length);
  return (group[1] ?? '').split(',').map((choice) => before + choice + after);
}
