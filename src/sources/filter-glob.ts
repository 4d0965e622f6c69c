/** Says whether a repository path, or one of the folders it lies in, matches. */
export type PathMatcher = (path: string) => boolean;

const maxAlternatives = 64;

/**
 * A pattern over whole paths, anchored at the root: `*` and `?` stay inside one segment, `**` spans any number of
 * them, `{a,b}` lists alternatives. A path matches when it, or a folder it lies in, does. Case is ignored. Patterns
 * come from repositories that nobody vouches for, so that matching is linear in the path where regular expressions
 * made of patterns are not.
 */
export function compilePath(pattern: string): PathMatcher {
  const alternatives = expandBraces(pattern.toLowerCase()).map(segmentsOf);
  return (path) => {
    const segments = segmentsOf(path.toLowerCase());
    return alternatives.some((wanted) => matchesPrefix(wanted, segments));
  };
}

/** A pattern over one name, without slashes. Case is ignored. */
export function compileName(pattern: string): (name: string) => boolean {
  const alternatives = expandBraces(pattern.toLowerCase());
  return (name) => {
    const text = name.toLowerCase();
    return alternatives.some((wanted) => matchesSegment(wanted, text));
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.');
}

/** Follows all positions in the pattern that the path's segments so far can lead to. */
function matchesPrefix(pattern: string[], path: string[]): boolean {
  if (pattern.length === 0) return false;
  let positions = afterGlobstars(pattern, new Set([0]));
  for (const segment of path) {
    const next = new Set<number>();
    for (const at of positions) {
      const wanted = pattern[at];
      if (wanted === '**') next.add(at);
      else if (wanted !== undefined && matchesSegment(wanted, segment)) next.add(at + 1);
    }
    positions = afterGlobstars(pattern, next);
    if (positions.has(pattern.length)) return true;
  }
  return false;
}

/** `**` may stand for no segment at all. */
function afterGlobstars(pattern: string[], positions: Set<number>): Set<number> {
  for (const at of positions) if (pattern[at] === '**') positions.add(at + 1);
  return positions;
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
