import { stripVTControlCharacters } from 'node:util';
import { messageOf, RunError } from '../../base/errors.ts';
import { isObject, objectOf } from '../../base/json.ts';
import { cleanText, singleSpaced } from './clean.ts';
import type { DocumentParser, SourceDocument } from './document.ts';
import { parseMarkdown } from './markdown/markdown.ts';
import { splitCellOptions } from './markdown/quarto.ts';
import { rstPieces } from './rst/rst.ts';
import { codePieces, textPieces } from './text-pieces.ts';
import type { Piece } from './text-pieces.ts';
import { toDocument } from './text-sections.ts';

/** Maximum length of an output, in lines and in characters. */
const mostLines = 20;
const mostCharacters = 1200;

/**
 * Parses a Jupyter notebook (nbformat 3 or 4): prose, code and short text outputs. Leaves out
 * pictures, HTML and what a site does not show. Raw cells are input for a converter, so only those with reStructuredText are
 * prose, as in nbsphinx and nbconvert.
 */
export const parseNotebook: DocumentParser = (document) => {
  const { cells, language } = readCells(document);
  const pieces: Piece[] = [];
  const styles: string[] = [];
  const isRst = cells.some(isRstByItsSigns);
  const raw = ({ language: format, source }: Cell): Piece[] => {
    const isProse = format === 'rst' || (format === '' && isRst && !otherFormat.test(source));
    return isProse ? rstPieces(source, { styles }) : [];
  };
  // Only the first cell can have front matter. In the others, a comment before `---` makes it a rule.
  const readable = (cell: Cell): Piece[] =>
    cell.kind === 'markdown'
      ? prose(cell === cells[0] ? cell.source : `<!-- cell -->\n\n${cell.source}`, document)
      : code(cell, language);
  for (const cell of cells) {
    const found = cell.kind === 'raw' ? raw(cell) : readable(cell);
    for (const piece of found) pieces.push(piece);
  }
  return toDocument(pieces, document);
};

function isRstByItsSigns({ kind, language, source }: Cell): boolean {
  return kind === 'raw' && language === '' && rstSign.test(source) && !otherFormat.test(source);
}

/**
 * Matches signs of reStructuredText: a heading with a line under it, a directive, a target or a
 * role.
 */
const rstSign =
  /^(?=\S).{2,200}\n(?:={3,}|-{3,}|~{3,}|\^{3,})[ \t]*$|^\.\. (?:_[\w-]+:|[\w-]+::)|:[a-z]+:`/m;
/** Matches the start of front matter, HTML, LaTeX or a template. */
const otherFormat = /^\s*(?:---|<|\\|%|\{%)/;

function prose(content: string, document: SourceDocument): Piece[] {
  const parsed = parseMarkdown({ ...document, format: 'markdown', content });
  return parsed.sections.flatMap((section) => {
    const title = section.headings.at(-1);
    if (section.level === 0 || title === undefined) return section.blocks;
    return [
      // Jupyter makes the anchor of a heading from its text alone.
      { kind: 'heading', level: section.level, title, anchor: title.trim().replace(/\s+/g, '-') },
      ...section.blocks,
    ];
  });
}

function code({ source, outputs, language }: Cell, kernel: string): Piece[] {
  const magic = /^\s*%%(\w+)[^\n]*\n/.exec(source);
  const body = magic === null ? source : source.slice(magic[0].length);
  const stated = magic === null ? undefined : cellLanguage(magic[1]!);
  const pieces = codePieces(body, stated ?? (language || kernel));
  return [...pieces, ...outputs.flatMap((output) => outputPieces(output))];
}

/**
 * Returns the language of a cell magic that runs another interpreter. Undefined for other magics,
 * such as `%%time`, which run the kernel's language.
 */
function cellLanguage(magic: string): string | undefined {
  const name = languageOf(magic);
  return /^(?:bash|sh|html|javascript|js|perl|ruby|sql|latex|r|python)$/.test(name)
    ? name
    : undefined;
}

/** What Python writes for an object that has no text, such as a picture. */
const objectName =
  /^<(?:[\w. ]+(?: at 0x[\da-f]+| size )[^\n]*|[\w.]+ (?:object|image mode=[^\n]*))>$/i;

/** Returns an output as an indented block, which needs no fence. */
function outputPieces(output: string): Piece[] {
  const lines = cleanText(plainOutput(output))
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const kept = lines.slice(0, mostLines).join('\n').slice(0, mostCharacters);
  if (kept.trim() === '' || objectName.test(kept)) return [];
  const cut = lines.length > mostLines || kept.length === mostCharacters ? '\n    …' : '';
  return textPieces(`Output:\n\n    ${kept.replaceAll('\n', '\n    ')}${cut}`);
}

/** Removes terminal colors, and all states of a progress bar but the last. */
function plainOutput(text: string): string {
  return stripVTControlCharacters(text.slice(0, 100_000))
    .replaceAll('\r\n', '\n')
    .replace(/^.*\r(?=[^\n])/gm, '');
}

/** A cell with text. */
interface Cell {
  kind: 'markdown' | 'code' | 'raw';
  source: string;
  /** Language of a code cell in nbformat 3, or `rst` for a raw cell. '' if the cell names none. */
  language: string;
  /** Texts of the cell's outputs. */
  outputs: string[];
}

interface Cells {
  cells: Cell[];
  /** The kernel's language. */
  language: string;
}

type Json = Record<string, unknown>;

const mostCells = 10_000;

/**
 * Returns the cells of a notebook. Throws RunError('Malformed') with the name of the file and the
 * mistake.
 */
function readCells({ path, content }: SourceDocument): Cells {
  const notebook = parseJson(path, content);
  const found = notebook['cells'] ?? firstWorksheet(notebook);
  if (!Array.isArray(found)) {
    throw malformed(
      path,
      'has no list of cells: "cells" (nbformat 4) or "worksheets[0].cells" (3)',
    );
  }
  const cells = found
    .slice(0, mostCells)
    .flatMap((cell: unknown) => readCell(cell))
    .filter((cell) => !isLicense(cell));
  return { cells, language: kernelLanguage(objectOf(notebook['metadata'])) };
}

/** A cell with nothing but the owner of the rights. */
const copyright = /^#{1,6} *Copyright (?:\([Cc]\) |© )?\d{4}[^\n]{0,200}\s*$/;

/** Returns whether a cell has the license of its notebook, with which those for Colab begin. */
function isLicense({ kind, source }: Cell): boolean {
  if (kind !== 'code') return copyright.test(source);
  return /^#[^\n]{0,40}\bLicensed under the /.test(source) && !/^[^#\s]/m.test(source);
}

function parseJson(path: string, content: string): Json {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw malformed(path, `is not JSON: ${messageOf(error).slice(0, 200)}`, error);
  }
  if (!isObject(parsed)) throw malformed(path, 'is not a JSON object');
  return parsed;
}

function malformed(path: string, what: string, cause?: unknown): RunError {
  return new RunError('Malformed', `The notebook ${path} ${what}`, { cause });
}

function firstWorksheet(notebook: Json): unknown {
  const sheets = notebook['worksheets'];
  return Array.isArray(sheets) ? objectOf(sheets[0])['cells'] : undefined;
}

function readCell(value: unknown): Cell[] {
  const cell = objectOf(value);
  const source = text(cell['source'] ?? cell['input']);
  const tags = tagsOf(objectOf(cell['metadata']));
  if (source.trim() === '' || tags.has('remove-cell')) return [];
  switch (cell['cell_type']) {
    case 'markdown':
      return [{ kind: 'markdown', source, language: '', outputs: [] }];
    case 'heading':
      return [{ kind: 'markdown', source: headingLine(source, cell), language: '', outputs: [] }];
    case 'code':
      return shownCode(source, tags, {
        language: languageOf(cell['language']),
        outputs: readOutputs(cell['outputs']),
      });
    case 'raw':
      return [{ kind: 'raw', source, language: rawFormat(cell), outputs: [] }];
    default:
      return [];
  }
}

/** Returns the tags of a cell, as Jupyter Book reads them: with `remove-cell` for one that nbsphinx hides. */
function tagsOf(metadata: Json): ReadonlySet<string> {
  const { tags, nbsphinx } = metadata;
  const names = Array.isArray(tags) ? tags.slice(0, 50) : [];
  const known = new Set(names.map((name: unknown) => text(name).replaceAll('_', '-')));
  if (nbsphinx === 'hidden') known.add('remove-cell');
  return known;
}

/**
 * Returns a cell of code as a site shows it, without the input or the outputs that tags of Jupyter Book or options of Quarto and nbdev
 * hide. Sources: https://jupyterbook.org/v1/interactive/hiding.html, https://nbdev.fast.ai/explanations/directives.html.
 */
function shownCode(
  source: string,
  tags: ReadonlySet<string>,
  { language, outputs }: Pick<Cell, 'language' | 'outputs'>,
): Cell[] {
  const { options, code: lines } = splitCellOptions(source.split('\n'));
  const isHidden = options.has('hide') || options.get('include') === 'false';
  if (isHidden || nbdevHide.test(source)) return [];
  const hasInput = !tags.has('remove-input') && options.get('echo') !== 'false';
  const hasOutput = !tags.has('remove-output') && options.get('output') !== 'false';
  return [
    {
      kind: 'code',
      source: hasInput ? lines.join('\n') : '',
      language,
      outputs: hasOutput ? outputs : [],
    },
  ];
}

/** The first line of a cell that the first version of nbdev hides. */
const nbdevHide = /^#[ \t]*hide[ \t]*(?:\n|$)/;

/** Returns `rst` for raw cells that name it (`raw_mimetype` of nbconvert, `format` of nbformat), `other` for other names. */
function rawFormat(cell: Json): string {
  const metadata = objectOf(cell['metadata']);
  const name = text(metadata['raw_mimetype'] ?? metadata['format']);
  if (name === '') return '';
  return /restructuredtext|x-rst/.test(name) ? 'rst' : 'other';
}

function headingLine(source: string, cell: Json): string {
  const level = Number(cell['level']);
  const depth = Number.isInteger(level) && level >= 1 && level <= 6 ? level : 1;
  return `${'#'.repeat(depth)} ${singleSpaced(source)}`;
}

function readOutputs(outputs: unknown): string[] {
  if (!Array.isArray(outputs)) return [];
  return outputs.slice(0, 20).map((output: unknown) => outputText(objectOf(output)));
}

function outputText(output: Json): string {
  if (output['output_type'] === 'error' || output['output_type'] === 'pyerr') {
    return `${text(output['ename'])}: ${text(output['evalue'])}`;
  }
  return text(output['text'] ?? objectOf(output['data'])['text/plain']);
}

function kernelLanguage(metadata: Json): string {
  const stated = objectOf(metadata['language_info'])['name'];
  return languageOf(stated ?? objectOf(metadata['kernelspec'])['language']) || 'python';
}

/** Returns the name of a language as fences write it, or '' if the value is not a name. */
function languageOf(name: unknown): string {
  if (typeof name !== 'string' || !/^[\w+#. -]{1,30}$/.test(name)) return '';
  const lower = name.trim().toLowerCase();
  if (/^i?python\d?$/.test(lower)) return 'python';
  return lower === 'c++' ? 'cpp' : lower.replaceAll(' ', '-');
}

/** Returns a string, or a list of lines as one string. '' for other values. */
function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.filter((line): line is string => typeof line === 'string').join('');
}
