import { anyFolder } from './include-path.ts';

const code = /^@Code\((.{0,500})\)$/;

/** Reads `@Code(name: "Saw.swift", file: saw-01.swift)` of a tutorial of DocC. Such files have names of their own, in any folder. */
export function doccCode(
  text: string,
):
  | { path: string; label: string; select: (lines: readonly string[]) => string[]; asCode: true }
  | undefined {
  const [, written = ''] = code.exec(text) ?? [];
  const [, file] = /\bfile:[ \t]*"?([\w.+-]{1,200})/.exec(written) ?? [];
  const [, label = ''] = /\bname:[ \t]*"([^"]*)"/.exec(written) ?? [];
  if (file === undefined) return undefined;
  return { path: anyFolder + file, label, select: (lines) => [...lines], asCode: true };
}
