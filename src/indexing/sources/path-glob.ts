/** Says whether a path, or one of the folders it lies in, matches. Takes what `segmentsOf` makes of it. */
export type PathMatcher = (segments: readonly string[]) => boolean;

const maxAlternatives = 64;

/** The names along a path, in lower case, because case is ignored in matching. */
export function segmentsOf(path: string): string[] {
  const segments = path.toLowerCase().split('/');
  return segments.filter((segment) => segment !== '' && segment !== '.');
}

/**
 * A pattern over whole paths, anchored at the root: `*` and `?` stay inside one segment, `**` spans any number of
 * them, `{a,b}` lists alternatives. A path matches when it, or a folder it lies in, does. Patterns come from
 * repositories that nobody vouches for, so that the work is bounded by the product of both lengths, where regular
 * expressions made of patterns can take for ever.
 */
export function compilePath(pattern: string): PathMatcher {
  const alternatives = expandBraces(pattern.toLowerCase()).map(segmentsOf);
  return (segments) => alternatives.some((wanted) => matchesPrefix(wanted, segments));
}

/** A pattern over one name, without slashes, in lower case. */
export function compileName(pattern: string): (name: string) => boolean {
  const alternatives = expandBraces(pattern.toLowerCase());
  return (name) => alternatives.some((wanted) => matchesSegment(wanted, name));
}

/** Keeps all positions in the pattern that the path's segments so far can lead to. */
function matchesPrefix(pattern: string[], path: readonly string[]): boolean {
  if (pattern.length === 0) return false;
  const reached: boolean[] = [true];
  passGlobstars(pattern, reached);
  for (const segment of path) {
    // From the end, so that no position is moved on twice by one segment.
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

/** `**` may stand for no segment at all. */
function passGlobstars(pattern: string[], reached: boolean[]): void {
  for (let at = 0; at < pattern.length; at += 1) {
    if (reached[at] && pattern[at] === '**') reached[at + 1] = true;
  }
}

/** The usual greedy walk: on a mismatch the last star takes one character more. */
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

/** `a{b,c}d` becomes `abd` and `acd`; braces left over when there are too many stand for themselves. */
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
