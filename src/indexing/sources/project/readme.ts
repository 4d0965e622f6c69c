import { decodeEntities } from '../../documents/entities.ts';

const maxLines = 200;
const maxLineLength = 2_000;
const minSentence = 20;
const maxSentence = 300;

/** Headings that do not name the project. */
const generalHeading =
  /^(?:readme|introduction|overview|welcome|about|home|documentation|docs|(?:let'?s )?get(?:ting)? started|quick ?start|install(?:ation|ing)?|usage|features|news|donations?|sponsors?|supports?|backers|licen[cs]e|contributing|code of conduct|website|latest news|how to build|core features|table of contents|contents|what is this|note|notice|important|warning|disclaimer)$/i;
/** Sentences about the reader and the README itself. */
const besides =
  /^(?:["'[(]|\$ |https?:|[📢📣🚨🎉]|(?:\p{Extended_Pictographic}\uFE0F? ?)?(?:announcement|attention|caution|disclaimer|important|news?|notice|restriction|tip|update|version|warning)\b ?[:!]|(?:\p{Extended_Pictographic}\uFE0F? ?)?(?:gold |platinum |silver |our |special )?sponsors?\b|welcome|if |once you|note|looking|thank|please|we(?:'re| are| love)\b|feel free|(?:help|star|join|follow|support) us\b|(?:this )?project is (?:currently |now )?(?:in|no longer)\b|this (?:is the )?branch\b|for (?:an?|more|further|full|guidance|the complete)\b)|licensed under/iu;
/** Instructions, and sentences about something else. What follows them rarely says what the project is. */
const instructions =
  /^(?:to |add |install |read |see |click|visit|view |check |start |don't |open (?!source\b)|follow |you (?:can|have|must|need|should)\b|print |there (?:are|is)\b|although |learn (?:how|more)\b)/i;
/** Sentences about the repository or its website. */
const aboutRepository =
  /^(?:[^.]{0,100}\b(?:files are (?:in|located)|uses (?:gradle|make|maven))\b|[^.]{0,100}\bof this (?:website|site|repository|repo)\b|(?:this|the) (?:[\w.-]{1,40} )?(?:web ?site|site) |(?:this|the) (?:repo|repository|web ?site|site|directory|folder|package's)\b|this is (?:where|the (?:home|source|repo))|source code (?:for|of)|push |clone |for website\b)|\b(?:contribut(?:e|ors?|ing|ions?)|pull request)\b/i;
/** Texts such as `Forge documentation`, `forge.dev site`, `The website of Forge, built with Hugo` and `Monorepo for Forge`. */
const ofDocumentation =
  /^(?:[^.,:]|\.(?=\S)){0,60}\b(?:docs?|documentation|(?:web ?)?site|manual)[.!]?$|^(?:the |this is the )?(?:[\w-]+ ){0,2}(?:docs|documentation|documentation site|web ?site|site|monorepo) (?:of|for)\b/i;
/** Titles of sites: `Forge Documentation`, `forge.dev`. */
const siteTitle =
  /\b(?:docs?|documentation|(?:web ?)?site|landing page|book)\b|\.(?:com|dev|io|net|org)$/i;
/** A sentence about what something is or does, whose subject is a name. */
const definition =
  /^(?:The (?=[\p{Lu}\d]))?(?!(?:This|That|It|There|Here|All|Each|You|We|They|Our|These|The|An?)\b)[^.]{1,60}? (?:(?:is|are) (?:an?|the|one of)|makes|lets|helps|provides|enables|offers|allows|solves|brings|gives) (?![^.]{0,200}\b(?:hosted|web ?site|docs|documentation site)\b)/u;
/** Headings of sections about the repository and the people behind it. */
const besideHeading =
  /\b(?:backers|donat|financial (?:heroes|support)|contribut|involved|community|conduct|chat|support|sponsor|build|development|licen[cs]e)/i;
/** Metadata of a page in YAML. */
const frontMatter = /^---[ \t]*\n[\s\S]{0,5000}?\n---[ \t]*(?:\n|$)/;
/** A comment of HTML, such as a license at the start. One without an end goes to the end of the text. */
const comment = /<!--[\s\S]*?(?:-->|$)/g;
/** A notice with a heading of its own, as in `> ## Feedback`. */
const quotedNotice = /^> ?#{1,6} .*(?:\n>.*)*/gm;
/** A row of links, such as `Guide | Rules | Chat`. */
const menu = /^(?:[^|·•✦]{1,60}[|·•✦]){2}|^[\w ]{1,40}:(?:[^.-]{1,40} - ){2}/;

/** A heading that promises something and names nothing: `Light tools, without effort`. */
const slogan = /^(?:\S{1,40} ){2,10}\S{1,40}, \S{1,40} \S/;

/** A heading such as `Forge - Anvils of iron for everyone`. */
export const withTagline = /^(.{2,40}?)(?: [-–—|] |: )(?=(?:\S+ ){3})(.{20,200})$/;

/** The heading NAME of a README that is made of the manual of a module of Perl, and the line below it: `Acme::Saw - Cuts wood`. */
const manualName = /^# NAME\s{1,20}([\w:.]{2,60}) {1,9}-{1,3} {1,9}(?=\S)/m;

/** Returns whether the first heading of a README names its project. */
export function namesProject(heading: string): boolean {
  return heading !== '' && !generalHeading.test(heading) && !slogan.test(heading);
}

/** Returns the first heading of a README in Markdown, reStructuredText or AsciiDoc, and its first sentence. Pure. */
export function readReadme(text: string): { title?: string; description?: string } {
  const read = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, maxLines)
    .map((line) => line.slice(0, maxLineLength))
    .join('\n');
  const shown = read.replace(frontMatter, '').replace(comment, '').replace(quotedNotice, '');
  const lines = shown.replace(manualName, '# $1\n\n').split('\n');
  const { heading = '', at, after } = firstHeading(lines);
  const [, named = heading, tagline] = withTagline.exec(heading) ?? [];
  const title = namesProject(named) ? named : askedName(lines);
  // What stands above another heading, such as "Getting started", is also about the project.
  const above = namesProject(named) ? [] : lines.slice(0, at);
  const sentence = firstSentence([...above, ...lines.slice(after)], { heading, name: title ?? '' });
  const isAbout = sentence !== undefined && behindName(sentence, named) !== undefined;
  const description = isAbout ? sentence : (tagline ?? sentence);
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}

/** Returns whether a text only says that a project is documentation, a site or a repository. */
export function isOfDocumentation(text: string): boolean {
  return ofDocumentation.test(text);
}

/** Returns whether a heading stands over a section about the repository. One that says what the project is can have the same words. */
function isBeside(heading: string): boolean {
  return besideHeading.test(heading) && !definition.test(heading);
}

function isAside(sentence: string): boolean {
  return aboutRepository.test(sentence) || isOfDocumentation(sentence);
}

/** Returns the first heading, its line, and the line after it. */
function firstHeading(lines: string[]): { heading?: string; at: number; after: number } {
  let fence = false;
  for (const [at, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) fence = !fence;
    if (fence) continue;
    // A title comes before all sections.
    if (/^##\s/.test(line)) break;
    const heading = headingAt(lines, at);
    if (heading === '') continue;
    // The header of an AsciiDoc document, with authors and attributes, ends at an empty line.
    const empty = /^=\s/.test(lines[at]!) ? lines.indexOf('', at) : -1;
    return { heading, at, after: empty === -1 ? at + 1 : empty };
  }
  return { at: 0, after: 0 };
}

/** Returns the name in a section such as "What is Forge?". */
function askedName(lines: string[]): string | undefined {
  const found = lines.map((line) => /^#{2,3}\s+what(?:'s| is)\s+([^?]{2,60})\?/i.exec(line)?.[1]);
  const name = plain(found.find((one) => one !== undefined) ?? '');
  return name === '' || /^(?:it|this|here|new)\b/i.test(name) ? undefined : name;
}

/** Returns the heading on a line; '' if the line is none. */
function headingAt(lines: string[], at: number): string {
  const line = lines[at]!;
  const found =
    /^#\s+(.+)$/.exec(line)?.[1]?.replace(/\s#+\s*$/, '') ??
    /^={1,2}\s+(.+)$/.exec(line)?.[1] ??
    /<h1\b[^>]*>(.+?)<\/h1>/i.exec(line)?.[1] ??
    (isUnderline(lines[at + 1]) && /^\S/.test(line) && !isUnderline(line) ? line : '');
  return plain(found)
    .replace(/\p{Extended_Pictographic}|\u200D|\uFE0F/gu, '')
    .replace(/^\s*(?:welcome to|what is)\s+(?:the )?/i, '')
    .replace(/(?:\s+project)?[!?]\s*$/i, '')
    .replace(/[\s·|:–—-]+$/, '')
    .trim();
}

function isUnderline(line: string | undefined): boolean {
  return line !== undefined && /^(?:={3,}|-{3,}|\*{3,})\s*$/.test(line);
}

/**
 * Returns the first sentence that describes a project. If it does not begin with the name, as a slogan does not, a later one goes
 * before it that says what the name is.
 */
function firstSentence(
  lines: string[],
  { heading, name }: { heading: string; name: string },
): string | undefined {
  let first: string | undefined;
  for (const sentence of sentencesAbout(lines, heading)) {
    const rest = behindName(sentence, name);
    if (rest !== undefined) return isOrLets.test(rest) ? sentence : (first ?? sentence);
    first ??= sentence;
  }
  return first;
}

/**
 * Yields the sentences at the beginning of paragraphs that describe a project. In the README of a site, and behind a text about the
 * repository, they must be definitions, such as "Forge is a tool": the other sentences are about how the site is built.
 */
function* sentencesAbout(lines: string[], title: string): Generator<string> {
  let mustDefine = siteTitle.test(title);
  for (const { text, heading } of paragraphsOf(lines)) {
    const sentence = sentenceOf(text);
    if (sentence === undefined || besides.test(sentence)) continue;
    if (instructions.test(sentence)) {
      mustDefine = true;
      continue;
    }
    if (isBeside(plain(heading)) || isAside(sentence)) mustDefine = true;
    else if (!mustDefine || definition.test(sentence)) yield sentence;
  }
}

/** Returns what follows the name at the beginning of a sentence; undefined if it begins with something else. */
function behindName(sentence: string, name: string): string | undefined {
  const text = sentence.replace(/^the /i, '');
  return text.toLowerCase().startsWith(name.toLowerCase()) ? text.slice(name.length) : undefined;
}

/** What follows the name in a sentence that says what it is. */
const isOrLets =
  /^[®™]?(?: \([^()]{1,100}\))? (?:is (?:an?|the)|(?:lets|allows|helps) (?:you|us)) /;

/** Yields the paragraphs of prose outside of fences, each with the heading above it. */
function* paragraphsOf(lines: string[]): Generator<{ text: string; heading: string }> {
  let heading = '';
  let paragraph: string[] = [];
  let fence = false;
  for (const [at, line] of [...lines, ''].entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) fence = !fence;
    if (fence) continue;
    const begun = beginning(lines, at);
    if (begun === undefined && line.trim() !== '' && !isUnderline(line)) {
      paragraph.push(line);
      continue;
    }
    if (isProse(paragraph)) {
      const shown = paragraph.map((one) => one.replace(/^\s*>\s?/, ''));
      yield { text: plain(shown.join(' ')), heading };
    }
    paragraph = [];
    heading = begun ?? heading;
  }
}

/** Returns the heading that begins on a line; undefined if none does. */
function beginning(lines: string[], at: number): string | undefined {
  const line = lines[at] ?? '';
  const isUnderlined = /^\w/.test(line) && isUnderline(lines[at + 1]);
  return isUnderlined ? line : /^(?:#{1,6}|={1,6})\s+(.+)$/.exec(line)?.[1];
}

/** The line of a quote that says who has said it. */
const speaker = /^\s*>\s*(?:--|[–—―])\s*[\p{L}@[]/u;

/** Returns false for lists, tables, directives, comments, attributes, indented code and the words of somebody. */
function isProse(paragraph: string[]): boolean {
  const [first] = paragraph;
  return (
    first !== undefined &&
    !paragraph.some((line) => speaker.test(line)) &&
    !/^(?:\s{4,}|\s*(?:[#=|:!]|\.\.|\/\/|[-*+]\s|\d+[.)]\s|\[!|---))/.test(first)
  );
}

/** Returns the first sentence of a paragraph of prose; undefined for a few words and for a row of links. */
function sentenceOf(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;
  if (text.length < minSentence || words < 4 || menu.test(text)) return undefined;
  const [sentence = text] = /^.{1,300}?[.!?](?=\s|$)/.exec(text) ?? [];
  const chosen = sentence.length >= minSentence ? sentence : text;
  return chosen.slice(0, maxSentence).replace(/:$/, '.').trim();
}

/** Removes images, links, tags and emphasis. Each expression reads in linear time. */
function plain(text: string): string {
  const withoutMarkup = text
    .replace(/\[!\[[^\]]{0,200}\]\([^)\s]{0,500}\)\]\([^)\s]{0,500}\)/g, ' ')
    .replace(/!\[[^\]]{0,200}\](?:\([^)]{0,500}\)|\[[^\]]{0,200}\])/g, ' ')
    .replace(/\bimage:\S{1,500}?\[[^\]]{0,500}\]/g, ' ')
    .replace(/\[([^\]]{1,200})\](?:\([^)]{0,500}\)|\[[^\]]{0,200}\])/g, '$1')
    .replace(/`([^`<]{1,200})\s<[^>]{1,500}>`__?/g, '$1')
    .replace(/\{[\w-]{1,60}\}(?:\[([^\]]{0,200})\])?/g, '$1')
    .replace(/(?:https?|link):\S{0,500}\[([^\]]{0,200})\]/g, '$1')
    .replace(/<\/?[a-z][^>]{0,500}>/gi, ' ');
  return decodeEntities(withoutMarkup)
    .replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+([.,;:!?])(?=\s|$)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
