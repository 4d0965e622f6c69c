import { FenceTracker } from '../../fences.ts';

const mark = /^#{3,6} Inherited from[ \t]*$/m;
const overrides = /^#{3,6} Overrides[ \t]*$/;
/** The place of an inherited member in the reference of its class: `` [`Saw`](Saw.md).[`cut`](Saw.md#cut) ``. */
const place = /\]\([^()\s]{1,300}\.mdx?#[^()\s]{1,300}\)[ \t]*$/;

/** Returns whether Markdown is a reference of TypeDoc with members that a class inherits. */
export function hasInheritedMembers(content: string): boolean {
  return mark.test(content);
}

/**
 * Removes members of a class that TypeDoc describes on the page of another class, from which the class inherits them. Of the others,
 * removes the name of the class from which they come.
 */
export function withoutInheritedMembers(lines: string[]): string[] {
  const fences = new FenceTracker();
  const open: { at: number; level: number; isLeftOut: boolean }[] = [];
  const kept: (string | undefined)[] = [...lines];
  const close = (level: number, end: number): void => {
    while ((open.at(-1)?.level ?? 0) >= level) {
      const { at, isLeftOut } = open.pop()!;
      if (isLeftOut) kept.fill(undefined, at, end);
    }
  };
  for (const [at, line] of lines.entries()) {
    const level = fences.advance(line) ? undefined : /^(#{1,6})[ \t]/.exec(line)?.[1]?.length;
    if (level === undefined) continue;
    close(level, at);
    const isInherited = mark.test(line);
    const member = open.at(-1);
    if (member && isInherited && place.test(lines[at + 2] ?? '')) member.isLeftOut = true;
    open.push({ at, level, isLeftOut: isInherited || overrides.test(line) });
  }
  close(1, lines.length);
  return kept.filter((line) => line !== undefined);
}
