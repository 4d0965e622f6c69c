import type { Block, CodeBlock, Section } from '../document.ts';
import { splitBlocks } from './bound-blocks.ts';
import { hasSeveralMembers, partComment } from './code-symbol.ts';
import type { CodeFile, CodeSymbol, ContainerStyle } from './code-symbol.ts';
import { hasTag } from './doc/comment-text.ts';
import { splitTopics } from './doc/comment-topics.ts';
import { joinOverloads, type DocumentedSymbol } from './documented-overloads.ts';
import type { LanguageStyle } from './readers.ts';
import { memberLine, signatureParts } from './signature-parts.ts';

/** State that the sections of one file share. */
export interface SectionContext {
  title: string;
  fence: string;
  reader: LanguageStyle;
  /** Whether to list the file's exports although none is documented. */
  small: boolean;
}

/** Maximum characters of the list of undocumented symbols, and of one of them. */
const maxExports = 1500;
const maxHead = 160;
/** Maximum characters of a signature to find its head in. */
const maxShown = 2500;
const maxSymbols = 2000;
/** Maximum number of topics of a comment. */
const maxTopics = 100;
/**
 * Maximum length of a member's comment in its container's listing. A longer comment makes a
 * section.
 */
const maxInlineDoc = 100;

/**
 * Returns the file's own comment, then one atomic section for each documented symbol, then one with
 * the signatures of the others. If a type with several members is all of its file, it needs no comment.
 */
export function codeSections(file: CodeFile, context: SectionContext): Section[] {
  const symbols = file.symbols.slice(0, maxSymbols);
  const isWhole = symbols.length === 1 && hasSeveralMembers(symbols[0]!);
  const isShown = (symbol: CodeSymbol): boolean => isWhole || isDocumented(symbol);
  const documented = symbolSections(symbols.filter(isShown), 2, context);
  const others = symbols.filter(
    (symbol) => !isShown(symbol) && !typeVariable.test(symbol.signature),
  );
  const sections = [...fileSections(file, context), ...documented];
  const listed = sections.length > 0 || context.small;
  return listed ? [...sections, ...exportsSection(others, context)] : sections;
}

/** A variable of Python's types, which no reader looks up: `T = TypeVar("T")`. */
const typeVariable = /^\w+ = (?:\w+\.)?(?:TypeVar|ParamSpec|TypeVarTuple)\(/;

function isDocumented({ doc, signature, members, isCommented }: CodeSymbol): boolean {
  if (doc !== '' || isCommented) return true;
  return members ? members.some(isDocumented) : partComment.test(signature);
}

function fileSections({ doc }: CodeFile, { title, fence, reader }: SectionContext): Section[] {
  if (doc === '') return [];
  return reader.docParts(doc, fence).flatMap((part, index): Section[] => {
    if (part.blocks.length === 0) return [];
    const headings = part.heading === '' ? [title] : [title, part.heading];
    return [{ headings, level: index === 0 ? 1 : 2, anchor: 'L1', blocks: part.blocks }];
  });
}

/** Returns the sections of sibling symbols and of their members. */
function symbolSections(symbols: CodeSymbol[], level: number, context: SectionContext): Section[] {
  const documented = symbols.map((symbol) => documentedSymbol(symbol, context));
  return joinOverloads(documented, context.reader.style).flatMap((one) => [
    ...symbolParts(one, level, context),
    ...symbolSections((one.symbol.members ?? []).filter(hasOwnSection), level + 1, context),
  ]);
}

function documentedSymbol(symbol: CodeSymbol, { fence, reader }: SectionContext): DocumentedSymbol {
  const { doc } = symbol;
  const { own, topics } = splitTopics(doc === '' ? [] : reader.docParts(doc, fence));
  return { symbol, doc: own, topics };
}

function hasOwnSection(member: CodeSymbol): boolean {
  if (member.members) return isDocumented(member);
  return member.doc.length > maxInlineDoc || hasTag.test(member.doc);
}

/** Returns the section of a symbol. What it has no room for continues in sections with the same heading. Sections with the topics of its comment follow. */
function symbolParts(
  { symbol, doc, topics }: DocumentedSymbol,
  level: number,
  { title, fence, reader }: SectionContext,
): Section[] {
  const { section = '' } = symbol;
  const [first = [], ...comments] = splitBlocks(doc);
  const [signature, ...members] = signatureParts(symbol, reader.style).map((code): CodeBlock => ({
    kind: 'code',
    language: fence,
    code,
  }));
  const start = signature!.code === '' ? first : withSignature(first, signature!);
  const parts = [start, ...comments, ...members.map((code) => [code])];
  const above = section === '' ? title : `${title}: ${section}`;
  const shared = { level, anchor: `L${symbol.line}` };
  const ofTopics = topics.slice(0, maxTopics).flatMap(({ heading, blocks }) => {
    const headings = [above, `${symbol.name}: ${heading}`];
    return splitBlocks(blocks).map((some) => ({ ...shared, headings, blocks: some }));
  });
  const own = parts.map((blocks) => ({
    ...shared,
    headings: [above, symbol.name],
    blocks,
    atomic: true,
  }));
  return [...own, ...ofTopics];
}

/** Puts the signature after the introduction, and before any example and the words that lead to it. */
function withSignature(doc: Block[], signature: CodeBlock): Block[] {
  const [first, ...rest] = doc;
  if (first?.kind !== 'text') return [signature, ...doc];
  if (rest.length === 0) return [first, signature];
  const at = startOfLead(first.text);
  const texts = [first.text.slice(0, at).trimEnd(), first.text.slice(at)];
  const [before = [], after = []] = texts.map((text): Block[] =>
    text === '' ? [] : [{ kind: 'text', text }],
  );
  return [...before, signature, ...after, ...rest];
}

/** Returns where the last titled part of a text begins, or its last paragraph if that ends with a colon. */
function startOfLead(text: string): number {
  const titles = [...text.matchAll(/^\*\*[^*\n]{1,60}\*\*$/gm)];
  const last = titles.at(-1)?.index;
  if (last !== undefined) return last;
  if (!text.endsWith(':')) return text.length;
  const paragraph = text.lastIndexOf('\n\n');
  return paragraph === -1 ? 0 : paragraph + 2;
}

function exportsSection(
  symbols: CodeSymbol[],
  { title, fence, reader }: SectionContext,
): Section[] {
  const lines: string[] = [];
  let size = 0;
  for (const symbol of symbols) {
    const line = headOf(symbol, reader.style);
    size += line.length;
    if (size > maxExports) break;
    lines.push(line);
  }
  if (lines.length === 0) return [];
  const block: CodeBlock = { kind: 'code', language: fence, code: lines.join('\n') };
  const [first] = symbols;
  // A file of Java or Swift often has one type.
  const heading = symbols.length === 1 ? first!.name : 'Exports';
  return [{ headings: [title, heading], level: 2, anchor: `L${first!.line}`, blocks: [block] }];
}

/** Returns an undocumented symbol as one short line. Its body and a long signature match questions that prose answers. */
function headOf(symbol: CodeSymbol, style: ContainerStyle): string {
  const [start = ''] = symbol.signature.slice(0, maxShown).split(/\{[ \t]*\n/, 1);
  const head = start.trimEnd();
  const signature = head.replace(/\s+/g, ' ');
  const isWhole = !symbol.members && head === symbol.signature && signature.length <= maxHead;
  return isWhole
    ? memberLine({ ...symbol, signature }, style)
    : `${signature.slice(0, maxHead).trimEnd()} …`;
}
