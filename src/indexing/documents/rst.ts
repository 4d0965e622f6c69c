import { cleanLines } from './clean.ts';
import type { DocumentParser } from './document.ts';
import { readBlocks } from './rst/blocks.ts';
import type { RstContext } from './rst/context.ts';
import { collectDefinitions } from './rst/explicit.ts';
import { expandTabs } from './rst/lines.ts';
import { toDocument } from './text-sections.ts';

/** Reads reStructuredText, with the directives and roles of docutils and Sphinx. Files it includes are not read. */
export const parseRst: DocumentParser = (document) => {
  const lines = cleanLines(document.content.replaceAll('\f', '\n')).map(expandTabs);
  const ctx: RstContext = {
    language: '',
    module: '',
    owner: '',
    substitutions: new Map(),
    targets: new Map(),
    styles: [],
    anchors: new Set(),
    anchor: '',
    depth: 0,
    blocks: (nested) => {
      ctx.depth += 1;
      const pieces = readBlocks(nested, ctx);
      ctx.depth -= 1;
      return pieces;
    },
  };
  collectDefinitions(lines, ctx);
  return toDocument(readBlocks(lines, ctx), document);
};
