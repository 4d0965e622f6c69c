/** Code of a block, or nothing if the page does not show the block. */
export type DocumenterBlock = { language: string; code: string } | 'hidden';

const shown = new Set(['example', 'repl']);
const hidden = new Set(['meta', 'docs', 'autodocs', 'index', 'contents', 'setup', 'eval', 'raw']);

/**
 * Reads the code blocks of Documenter, the documentation generator of Julia, such as `@example name` and `jldoctest`. Returns
 * undefined for other code. Source: https://documenter.juliadocs.org/stable/man/syntax/.
 */
export function readDocumenter(info: string, code: string): DocumenterBlock | undefined {
  if (/^jldoctest\b/.test(info)) return { language: 'julia', code };
  const [, kind = ''] = /^@(\w{1,20})/.exec(info) ?? [];
  if (hidden.has(kind)) return 'hidden';
  if (!shown.has(kind)) return undefined;
  const lines = code.split('\n').filter((line) => !/# ?hide[ \t]*$/.test(line));
  return { language: 'julia', code: lines.join('\n') };
}
