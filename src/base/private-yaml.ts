import { LineCounter, parseDocument } from 'yaml';

/**
 * Parses YAML that the operator wrote. Throws an Error that names the line and does not quote it, because a value may be a
 * secret. The library's messages quote parts of the text.
 */
export function parsePrivateYaml(text: string): unknown {
  const lineCounter = new LineCounter();
  // With the level 'silent', the library ignores further documents.
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
  const [mistake] = [...document.errors, ...document.warnings];
  if (mistake) {
    const { line } = lineCounter.linePos(mistake.pos[0]);
    if (mistake.code === 'MULTIPLE_DOCS') {
      throw new Error(`line ${line} begins a second YAML document; remove the ---`);
    }
    throw new Error(
      `line ${line} is not valid YAML (${mistake.code}); a value with special characters needs quotes`,
    );
  }
  try {
    return document.toJS();
  } catch {
    throw new Error('an alias has no anchor; a value that starts with * needs quotes');
  }
}
