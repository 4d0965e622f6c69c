import type { DocPart } from '../code-symbol.ts';
import { markdownParts } from './markdown-parts.ts';

const rustWords =
  /^(rust|should_panic|no_run|ignore(-\w+)?|compile_fail|edition\d+|standalone(_crate)?|test_harness|E\d{4})$/;

/** Rustdoc is Markdown; its fences are Rust unless they say otherwise, and lines that begin with `# ` are not shown. */
export function rustDocParts(doc: string): DocPart[] {
  // Definitions of links to other items lead nowhere outside rustdoc.
  const text = doc.replace(/^\[[^\]\n]{1,100}\]: (?!https?:)\S+[ \t]*\n?/gm, '');
  return markdownParts(text, { fallback: 'rust', language: fenceLanguage, code: visibleLines });
}

function fenceLanguage(info: string): string {
  const words = info.split(/[\s,]+/).filter((word) => word !== '');
  const other = words.find((word) => !rustWords.test(word));
  return other === undefined ? 'rust' : other.toLowerCase();
}

function visibleLines(code: string, language: string): string {
  if (language !== 'rust') return code;
  return code
    .split('\n')
    .filter((line) => !/^\s*#( |$)/.test(line))
    .map((line) => line.replace(/^(\s*)##/, '$1#'))
    .join('\n')
    .replace(/^\n+/, '');
}
