import { cleanLines } from '../clean.ts';
import type { DocumentParser } from '../document.ts';
import { SectionBuilder } from '../section-builder.ts';
import {
  notationOf,
  readConfigurationLines,
  sectionIndent,
  type ConfigurationLine,
  type Notation,
} from './configuration-lines.ts';

/**
 * Parses a commented configuration file, such as `redis.conf` and the values of a chart. A section has the lines of a group of settings with
 * their comments as code. They stand below the lines of the mappings around them, because a user copies both. The heading names the settings
 * and the file: charts have values with the same names.
 */
export const parseConfiguration: DocumentParser = ({ path, content }) => {
  const notation = notationOf(path);
  // The mark that begins a document of YAML says nothing.
  const written = cleanLines(content).map((line) => (line.trimEnd() === '---' ? '' : line));
  const lines = readConfigurationLines(written, notation);
  const builder = new SectionBuilder();
  const title = titleOf(path);
  const language = languageOf(path);
  for (const group of groupsOf(blocksOf(lines))) {
    const code = [...group.above.map(({ text }) => text), ...group.blocks.flatMap(textOf)];
    builder.symbol({ text: `${headingOf(group, notation)} - ${title}`, anchor: '' }, () =>
      builder.code({ language, code: code.join('\n') }),
    );
  }
  return { title, sections: builder.finish() };
};

const languages: readonly [RegExp, string][] = [
  [/\.ya?ml\b/i, 'yaml'],
  [/\.toml\b/i, 'toml'],
  [/\.(?:ini|cnf)\b/i, 'ini'],
  [/\.properties\b/i, 'properties'],
  [/\.env\b/i, 'bash'],
];

function languageOf(path: string): string {
  const [, language = 'conf'] = languages.find(([name]) => name.test(path)) ?? [];
  return language;
}

/** Returns the name of a file. That of values is the same in all charts. */
function titleOf(path: string): string {
  const [name = '', folder] = path.split('/').reverse();
  return /^values\./i.test(name) && folder ? `${folder} ${name}` : name;
}

/** A comment with the settings below it. */
interface SettingBlock {
  lines: ConfigurationLine[];
  indent: number;
  /** The first key that it sets; '' if it has only text. */
  key: string;
  /** True if the first setting is a line of the file that can hold others. */
  isActive: boolean;
  size: number;
  /** The lines of the mappings around it, from the outermost. */
  above: Above[];
}

/** A mapping, or a section in brackets, around settings. */
interface Above {
  indent: number;
  key: string;
  text: string;
}

function textOf({ lines }: SettingBlock): string[] {
  return lines.map(({ text }) => text);
}

/** Returns the blocks of a file. Text without a setting joins the block below it. Leaves out the license and the text at the end. */
function blocksOf(lines: readonly ConfigurationLine[]): SettingBlock[] {
  const blocks: SettingBlock[] = [];
  let open = emptyBlock();
  for (const [at, line] of lines.entries()) {
    if (begins(line, lines[at - 1], open)) {
      blocks.push(open);
      open = emptyBlock();
    } else if (line.kind === 'blank' && open.key === '' && isLicense(open)) open = emptyBlock();
    add(open, line);
  }
  if (open.key !== '') blocks.push(open);
  setAbove(blocks);
  return blocks;
}

/** Text of this size is a block of its own. */
const longText = 1_000;

function emptyBlock(): SettingBlock {
  return { lines: [], indent: 0, key: '', isActive: false, size: 0, above: [] };
}

function isLicense({ lines }: SettingBlock): boolean {
  return lines.some(({ text }) => /\b(?:copyright|licensed under|SPDX)\b/i.test(text));
}

/** Returns whether a line begins a block. */
function begins(
  line: ConfigurationLine,
  before: ConfigurationLine | undefined,
  open: SettingBlock,
): boolean {
  if (line.kind === 'blank' || (open.key === '' && open.size < longText)) return false;
  if (before?.kind === 'blank' || line.kind === 'section') return true;
  if (line.kind === 'setting') return line.indent <= open.indent && open.isActive;
  return isRemark(line) && (before?.kind !== 'comment' || isExample(before));
}

function isRemark(line: ConfigurationLine): boolean {
  return !isExample(line) && !/^[\s#;]*$/.test(line.text);
}

/** Returns whether a comment holds a setting, or more of its value. It belongs to the setting above it. */
function isExample({ isOff, text }: ConfigurationLine): boolean {
  return isOff || /^\s*[#;]+(?: {0,2}- | {2,}\S)/.test(text);
}

function add(block: SettingBlock, line: ConfigurationLine): void {
  block.lines.push(line);
  block.size += line.text.length + 1;
  if (block.key !== '' || line.key === '') return;
  block.key = line.key;
  block.indent = line.indent;
  block.isActive = line.kind !== 'comment';
}

/** Adds to each block the mappings around it. */
function setAbove(blocks: readonly SettingBlock[]): void {
  const open: Above[] = [];
  for (const block of blocks) {
    while (open.length > 0 && open.at(-1)!.indent >= block.indent) open.pop();
    block.above = open.slice(-deepest);
    for (const { kind, key, indent, text } of block.lines) {
      if (kind === 'comment' || key === '') continue;
      while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
      open.push({ indent, key, text: kind === 'section' ? text : text.replace(/:\s.*$/, ':') });
    }
  }
}

/** Deeper mappings are data. */
const deepest = 12;

/** Blocks that become one section. */
interface Group {
  above: Above[];
  blocks: SettingBlock[];
  /** Number of blocks at the beginning that only hold the others. */
  heads: number;
  size: number;
}

/** Size of a group in characters. A larger block is a group of its own. */
const most = 1_500;

/** Packs neighboring blocks of one mapping into groups. A mapping with blocks of its own begins a group. */
function groupsOf(blocks: readonly SettingBlock[]): Group[] {
  const groups: Group[] = [];
  for (const [at, block] of blocks.entries()) {
    const group = groups.at(-1);
    const isHead =
      block.indent === sectionIndent ||
      (block.isActive && (blocks[at + 1]?.indent ?? 0) > block.indent);
    if (group && belongs(block, group, isHead)) {
      group.blocks.push(block);
      group.size += block.size;
      if (isHead && block.indent !== sectionIndent) group.heads += 1;
    } else {
      groups.push({ above: block.above, blocks: [block], heads: isHead ? 1 : 0, size: block.size });
    }
  }
  // One line alone, such as `enabled: true`, tells nothing.
  return groups.filter(({ blocks }) => blocks.flatMap(textOf).join('\n').trim().includes('\n'));
}

function belongs(block: SettingBlock, { blocks, heads, size }: Group, isHead: boolean): boolean {
  if (size + block.size > most) return false;
  const head = blocks[heads - 1];
  if (isHead && head === undefined) return false;
  // A section such as `[saws.blade]` is a part of `[saws]`.
  if (block.indent === sectionIndent) return block.key.startsWith(`${head?.key}.`);
  if (isHead) return heads === blocks.length && block.indent > head!.indent;
  return block.indent >= (head === undefined ? blocks[0]!.indent : head.indent + 1);
}

/** Maximum number of keys in a heading. */
const mostKeys = 8;
/** Maximum number of characters of these keys. One key has fewer. */
const longestKeys = 140;

/** Returns the path of the mapping, and the names of the settings in it. Text without a setting has its first words. */
function headingOf({ above, blocks, heads }: Group, notation: Notation): string {
  const outer = [...above.map(({ key }) => key), ...blocks.slice(0, heads).map(({ key }) => key)];
  const inner = blocks.flatMap((block, at) => settingsOf(block, at < heads, notation));
  const outermost = inner.reduce((lowest, { indent }) => Math.min(lowest, indent), Infinity);
  const names = inner.filter(({ indent }) => indent === outermost).map(({ key }) => key);
  const path = outer.join('.');
  if (names.length === 0) return path || firstWords(blocks[0]!);
  const shown = namesOf(names);
  if (path === '') return shown;
  return shown === names[0] ? `${path}.${shown}` : `${path}: ${shown}`;
}

/** Returns different names, as many as a heading can hold. */
function namesOf(names: readonly string[]): string {
  const different = [...new Set(names)];
  let size = 0;
  const shown = different.slice(0, mostKeys).filter((name) => (size += name.length) <= longestKeys);
  return [...shown, ...(shown.length < different.length ? ['…'] : [])].join(', ');
}

/** Returns the lines of a block that set something. In a comment of YAML, only the first one does, because others are part of its value. */
function settingsOf(block: SettingBlock, isHead: boolean, notation: Notation): ConfigurationLine[] {
  const settings = block.lines.filter(({ key }) => key !== '');
  return settings.filter(({ kind }, at) => {
    if (at === 0) return !isHead && kind !== 'section';
    return kind !== 'comment' || notation !== 'yaml';
  });
}

function firstWords({ lines }: SettingBlock): string {
  const texts = lines.map(({ text }) => text.replace(/^[\s#;]+|[\s#;]+$/g, ''));
  return texts.find((text) => /\p{L}{3}/u.test(text)) ?? '';
}
