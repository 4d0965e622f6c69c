/**
 * Returns the text of reStructuredText in a module of CMake: in comments between `#[==[.rst:` and `#]==]`, and in lines of
 * comments below `#.rst:`.
 * https://cmake.org/cmake/help/latest/manual/cmake-developer.7.html
 */
export function cmakeComments(lines: readonly string[]): string[] {
  const text: string[] = [];
  let end: string | undefined;
  let isLines = false;
  for (const line of lines) {
    if (end !== undefined) {
      const at = line.indexOf(end);
      if (at === -1) text.push(line);
      else {
        text.push(line.startsWith('#') ? '' : line.slice(0, at));
        end = undefined;
      }
    } else if (isLines && /^#(?: |$)/.test(line)) text.push(line.slice(2));
    else {
      const [, equals] = /^#\[(={0,200})\[\.rst:$/.exec(line.trimEnd()) ?? [];
      if (equals !== undefined) end = `]${equals}]`;
      isLines = line.trimEnd() === '#.rst:';
      text.push('');
    }
  }
  return text;
}
