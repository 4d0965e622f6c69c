import { anyFolder } from '../include-path.ts';
import type { Reference } from './reference.ts';

const code = /^@Code\((.{0,500})\)$/;

/** Reads `@Code(name: "Saw.swift", file: saw-01.swift)` of a tutorial of DocC. Such files have names of their own, in any folder. */
export function doccCode(text: string): Reference | undefined {
  const [, written = ''] = code.exec(text) ?? [];
  const [, file] = /\bfile:[ \t]*"?([\w.+-]{1,200})/.exec(written) ?? [];
  if (file === undefined) return undefined;
  return { path: anyFolder + file, label: doccValue('name', written), asCode: true };
}

/** Returns a text among the arguments of a directive of DocC, as in `title: "Oil the saw"`. */
export function doccValue(name: string, written: string): string | undefined {
  return new RegExp(`\\b${name}:[ \\t]*"([^"]*)"`).exec(written)?.[1];
}
