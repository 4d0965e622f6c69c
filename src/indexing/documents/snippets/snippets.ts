import type { Block, ParsedDocument } from '../document.ts';
import { fromPageOrder, type CodeSample, type Snippet } from '../../../store/snippet.ts';
import { breadcrumbOf, repeatedHeadings, titleOf } from './snippet-titles.ts';
import { withVariant } from '../page-title.ts';
import { titleOfPart } from './part-titles.ts';
import { splitItems, type SnippetSizes } from './snippet-split.ts';
import { toUnits, type Unit } from './snippet-units.ts';

const defaultSizes: SnippetSizes = { snippet: 1800, wholeCode: 4800, reference: 2400 };
/** Number of definitions that make a section the description of many. */
const manyDefinitions = 6;

/**
 * Splits a document into snippets that make sense without their page. Keeps together what belongs
 * to one recipe. Leaves out link lists, sponsors, license notes and the like, but no other
 * section. Splits code only if it is too large for any answer. Titles name the variant of the document; see `SourceDocument`. Pure.
 */
export function toSnippets(
  parsed: ParsedDocument,
  { variant = '', ...options }: Partial<SnippetSizes> & { variant?: string | undefined } = {},
): Snippet[] {
  const sizes = { ...defaultSizes, ...options };
  const units = toUnits(parsed, sizes.snippet);
  const page = { title: parsed.title, variant, repeated: repeatedHeadings(units) };
  return units.flatMap((unit) => unitSnippets(unit, page, sizes));
}

/** What the snippets of a page share. */
interface Page {
  title: string;
  variant: string;
  repeated: ReadonlySet<string>;
}

function unitSnippets(unit: Unit, page: Page, sizes: SnippetSizes): Snippet[] {
  const { title: pageTitle, variant, repeated } = page;
  const pieces = unit.atomic ? atomicPieces(unit.items, sizes) : splitItems(unit.items, sizes);
  const own = withVariant(titleOf(unit.headings, pageTitle, repeated), variant);
  const title = own.includes(unit.tab) ? own : `${own} - ${unit.tab}`;
  const shared = {
    pageTitle,
    breadcrumb: breadcrumbOf(unit.headings, pageTitle),
    anchor: unit.anchor,
  };
  return pieces.map((items, at) => ({
    ...shared,
    title: at === 0 ? title : titleOfPart(title, pieces, at, unit.items),
    ...bodyOf(items, trailBeside(title, shared.breadcrumb)),
  }));
}

/**
 * Splits a section that is complete in itself only if it is too large for an answer, or describes many parameters. A question is
 * usually about one of these, and all together would fill the answer.
 */
function atomicPieces(items: Block[], sizes: SnippetSizes): Block[][] {
  const hasMany = countDefinitions(items) >= manyDefinitions;
  return splitItems(items, { ...sizes, snippet: hasMany ? sizes.reference : sizes.wholeCode });
}

function countDefinitions(items: Block[]): number {
  const texts = items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
  const text = texts.join('\n');
  return [definition, definitionRow].flatMap((one) => Array.from(text.matchAll(one))).length;
}

/** An item of a list that defines a term. Other names and the kind of its value can follow: `- \`speed\` *number*: How fast.` */
const definition =
  /^[-*] (?:\*\*([^*\n]{2,80})\*\*|`([^`\n]{2,80})`)(?:,? (?:\*[^*\n]{1,60}\*|`[^`\n]{1,80}`|\[[^[\]\n]{1,60}\])){0,4}(?=:| [(—–-])/gm;
/** A row of a table that defines a term. */
const definitionRow = /^\| `[^`\n]{1,100}` \|/gm;

/** Returns the headings above a snippet as a line, or '' if its title names them. */
function trailBeside(title: string, breadcrumb: string[]): string {
  const above = breadcrumb.slice(0, -1);
  return above.every((heading) => title.includes(heading)) ? '' : above.join(' > ');
}

type Body = Pick<Snippet, 'kind' | 'description' | 'content' | 'language' | 'codeList'>;

function bodyOf(items: Block[], trail: string): Body {
  const parts = items.flatMap((item): (string | CodeSample)[] => {
    if (item.kind === 'text') return [item.text];
    const sample = { language: item.language, code: item.code };
    return item.label ? [item.label.replace(/(?<!\.)[.:]$|$/, ':'), sample] : [sample];
  });
  const first = items.find((item) => item.kind === 'code');
  if (!first) {
    const content = fromPageOrder(parts).description;
    return { kind: 'info', description: '', content, language: '', codeList: [] };
  }
  // An answer shows no breadcrumb beside code, so code without text gets it as text.
  const bare = parts.every((part) => typeof part !== 'string');
  const body = fromPageOrder(bare && trail !== '' ? [trail, ...parts] : parts);
  return { kind: 'code', ...body, content: '', language: first.language };
}
