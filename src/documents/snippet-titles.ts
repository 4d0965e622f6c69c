// Headings that say nothing without what they belong to.
const generic = new Set(
  `about|additional information|advanced|advanced usage|advantages|api|api reference|arguments|background|basic example|
basic usage|basics|before you begin|benefits|best practices|body|build|caveats|changelog|class methods|commands|common issues|
compatibility|concepts|conclusion|config|configuration|configure|constructor|contents|context|contributing|customization|
default|defaults|definition|demo|dependencies|deprecated|description|details|documentation|enabling|errors|event|events|
example|example code|example usage|examples|exceptions|exports|faq|features|fields|functions|further reading|general|
getting started|global options|guide|how does it work|how it works|how to use|how to use it|implementation|import|imports|
info|input|inputs|install|installation|installing|instance methods|interface|introduction|intro|known issues|limitations|
methods|migration|more|more examples|more information|motivation|name|next steps|note|notes|options|other|output|outputs|
overview|parameters|params|performance|prerequisites|properties|props|purpose|quick example|quick start|quickstart|rationale|
reference|related|remarks|requirements|resources|response|responses|result|results|return|return type|return value|
return values|returns|rules|running|sample|samples|schema|security|see also|settings|setup|signature|simple example|
static methods|status|steps|structure|summary|support|syntax|synopsis|table of contents|terminology|testing|throws|tips|
troubleshooting|type|types|typescript|update|upgrading|usage|usage example|usage examples|use|use cases|using|using it|
value|values|variables|version|versions|warning|warnings|what is it|what's new|why`
    .replaceAll('\n', '')
    .split('|'),
);

/** Letters and digits of a heading in lower case: what makes two headings the same. */
function normal(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
}

function isGeneric(heading: string): boolean {
  const words = normal(heading);
  return (
    generic.has(words) ||
    /^(?:example|step|part|chapter|note|option) ?\d*$/.test(words) ||
    words.length < 2
  );
}

/** A heading that names a facet of what stands above it: "Returns", "Parameters: `options`", "Example". */
export function isFacet(heading: string): boolean {
  return (
    isGeneric(heading) ||
    /^(?:returns?|param(?:eter)?s?|arg(?:ument)?s?|throws) ?[:-]/i.test(heading)
  );
}

/** One word may be anything: `files`, `AWS`, `close`. */
function isShort(heading: string): boolean {
  return !/\s/.test(heading.trim());
}

/**
 * A title that means something on its own: the section's heading, with the nearest telling heading above it (or the
 * page's title) where it is generic or a single word: "Installation - Fastify".
 */
export function titleOf(headings: string[], pageTitle: string): string {
  const own = headings.at(-1) ?? pageTitle;
  if (!isGeneric(own) && !isShort(own)) return own;
  const above = [pageTitle, ...headings.slice(0, -1)].reverse();
  const telling = above.find((heading) => !isGeneric(heading) && addsTo(own, heading));
  return telling === undefined ? own : `${own} - ${telling}`;
}

function addsTo(own: string, heading: string): boolean {
  const words = normal(heading);
  return words !== '' && !` ${normal(own)} `.includes(` ${words} `);
}

/** Headings from the page's title down to the section, a repeated one once. */
export function breadcrumbOf(headings: string[], pageTitle: string): string[] {
  const trail = [pageTitle, ...headings];
  return trail.filter((heading, at) => at === 0 || normal(heading) !== normal(trail[at - 1]!));
}
