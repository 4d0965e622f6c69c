import { cleanLines } from '../clean.ts';
import { FenceTracker } from '../fences.ts';
import { takeFrontMatter } from '../front-matter.ts';
import { includeCandidates } from '../includes/include-path.ts';
import {
  mostReferences,
  type Place,
  type References,
  type ReferenceReader,
  type Written,
} from '../references/places.ts';
import { namesOfRole, pageName } from '../rst/references.ts';
import { labelName, titleKey } from '../rst/section-titles.ts';
import { isDocc } from './dialects/docc.ts';
import { doxygenToMarkdown, isDoxygen } from './dialects/doxygen.ts';

/** A role of MyST without a text, a link without a text, and a link of DocC to a page. */
const reference =
  /(?:\{(?:std:)?(ref|numref|doc|any)\}|(?<!\w):(ref|doc):)`([^`<\n]{1,300})`|(?<!!)\[\]\(<?([^()\s<>"]{1,300})>?\)|<doc:([^<>\s#]{1,200})>/g;
/** A reference of Doxygen to a page or a section by its id. */
const doxygenReference = /[@\\](?:ref|subpage)\s{1,9}([A-Za-z_][\w-]{1,200})/g;
const heading = /^(#{1,6})[ \t]+(\S.*?)[ \t#]*$/;
/** A target of MyST: `(oil)=`. */
const target = /^\(([^()]{1,200})\)=$/;
/** The id in a heading: `## Oil {#oil}`. */
const headingId = /[ \t]*\{#([^\s{}]{1,200})\}/;
const writersideTitle = /^\[\/\/\]: (#) \(title: (.{1,200})\)$/;

/** The labels and pages of Markdown, and the references of MyST, Writerside, DocC and Doxygen without a text. */
export const markdownReferences: ReferenceReader = { places, references };

function places({ path, content }: Written): Place[] {
  const { matter, body } = takeFrontMatter(cleanLines(content));
  const page = pageName(path);
  const headings = headingsIn(isDoxygen(content) ? doxygenToMarkdown(body) : body);
  const title = headings.find(({ level }) => level === 1)?.title ?? matter.title;
  const names = title === undefined ? [] : [page, ...unplacedNames(path)];
  return [
    ...names.map((name) => ({ name, title: title! })),
    ...headings.flatMap(({ labels, id, title: own }) => [
      ...labels.map((label) => ({ name: labelName(label), title: own })),
      ...idNames(id, page).map((name) => ({ name, title: own })),
    ]),
  ];
}

/** Returns the names of a section with an id: references name it with its page, and those of Doxygen without. */
function idNames(id: string | undefined, page: string): string[] {
  return id === undefined ? [] : [`${page}#${id}`, `#${id}`];
}

interface TitledSection {
  level: number;
  title: string;
  /** The targets of MyST above the heading. */
  labels: string[];
  /** The id in the heading. */
  id: string | undefined;
}

function headingsIn(lines: readonly string[]): TitledSection[] {
  const found: TitledSection[] = [];
  const fences = new FenceTracker();
  let labels: string[] = [];
  for (const line of lines) {
    if (fences.advance(line) || line === '') continue;
    const [, label] = target.exec(line) ?? [];
    if (label !== undefined) {
      labels.push(label);
      continue;
    }
    const [, marks = '', text = ''] = heading.exec(line) ?? writersideTitle.exec(line) ?? [];
    const title = plain(text.replace(headingId, ''));
    const [, id] = headingId.exec(text) ?? [];
    if (title !== '') found.push({ level: marks.length, title, labels, id });
    labels = [];
  }
  return found;
}

/** Returns a title without marks of emphasis, code and links. */
function plain(title: string): string {
  return title
    .replace(/\[([^[\]]{0,200})\]\([^()\s]{0,300}\)/g, '$1')
    .replace(/[`[\]]|\*{1,3}(?=\S)|(?<=\S)\*{1,3}/g, '')
    .trim();
}

/** The folder of the topics of Writerside, which references name without a folder. */
const topics = /(?:^|\/)topics\//;

/** Returns the names of a page to which references need no folder: a page of DocC, and a topic of Writerside. */
function unplacedNames(path: string): string[] {
  if (isDocc(path)) return [`docc/${fileName(path)}`];
  return topics.test(path) ? [`topics/${fileName(path)}`] : [];
}

function fileName(path: string): string {
  return pageName(path).replace(/^.*\//, '');
}

function references({ path, content }: Written): References {
  const found: References = new Map();
  for (const [, myst, sphinx, text = '', href, page] of content.matchAll(reference)) {
    if (found.size >= mostReferences) break;
    const role = myst ?? sphinx;
    if (role !== undefined) found.set(titleKey(role, text)!, namesOfRole(role, text, path));
    else if (href !== undefined) addLink(href, path, found);
    else if (page !== undefined && isDocc(path)) {
      found.set(`doc:${page}`, [`docc/${page.replace(/^.*\//, '')}`]);
    }
  }
  if (isDoxygen(content)) addDoxygenReferences(content, found);
  return found;
}

function addDoxygenReferences(content: string, found: References): void {
  for (const [, id = ''] of content.matchAll(doxygenReference)) {
    if (found.size >= mostReferences) break;
    found.set(`#${id}`, [`#${id}`]);
  }
}

function addLink(href: string, path: string, found: References): void {
  if (found.has(href)) return;
  const [page = '', id] = href.split('#');
  const pages = includeCandidates(page, [path]).map(pageName);
  if (page !== '' && pages.length === 0) return;
  if (topics.test(path) && page !== '' && !page.includes('/'))
    pages.push(`topics/${fileName(page)}`);
  found.set(
    href,
    id === undefined ? pages : [...pages.map((one) => `${one}#${id}`), labelName(id)],
  );
}
