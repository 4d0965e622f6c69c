// Headings that name an aspect of the heading above them ("facets"), and mean nothing without it.
const facets =
  words(`allowed values|arguments|basic example|body|call signature|default|default value|default values|defaults|definition|deprecated|description|details|example|
example code|example usage|examples|exceptions|field value|input|inputs|more examples|note|notes|output|outputs|
parameters|params|possible values|property value|quick example|remarks|response|responses|result|results|return|return type|
return value|return values|returns|sample|samples|schema|signature|simple example|summary|synopsis|
syntax|throws|type|type declaration|type parameters|types|usage example|usage examples|value|values`);

// Headings that need only their subject to answer a question.
const topics =
  words(`about|accessibility|accessors|admin guide|attributes|additional information|advanced|advanced usage|advantages|api|api reference|background|
basics|before you begin|benefits|best practices|build|caveats|changelog|class methods|
command syntax|commands|common issues|compatibility|concepts|conclusion|config|configuration|configure|constructor|
constructors|contents|context|contributing|customization|dependencies|developer guide|documentation|enabling|enumeration members|errors|event|
events|exports|faq|features|fields|functions|further reading|general|getting started|global options|
guide|how does it work|how it works|implementation|info|
install|installation|installing|instance methods|interface|intro|introduction|known issues|limitations|
methods|migration|more|more information|motivation|name|next steps|options|other|overview|performance|
prerequisites|properties|props|purpose|quick start|quickstart|rationale|reference|related|requirements|
resources|rules|running|security|see also|settings|setup|static methods|status|steps|structure|
support|table of contents|terminology|testing|tips|troubleshooting|typescript|update|upgrade|upgrading|
public class methods|public instance methods|protected instance methods|private class methods|private instance methods|
class attribute details|class attribute summary|class method details|class method summary|constant summary|constructor details|
instance attribute details|instance attribute summary|instance method details|instance method summary|
use cases|using|variables|version|versions|warning|warnings|what is it|what's new|why|
additional resources|alternatives considered|api changes|before you start|common use cases|
configuration variables|
further resources|future improvements|future work|getting help|hardware required|
implementation details|in scope|in this section|input data|install dependencies|installation instructions|
key features|known limitations|learn more|need help|optional arguments|optional parameters|out of scope|
output data|output format|path parameters|performance considerations|prior art|project structure|
api references|body parameters|error handling|error responses|frequently asked questions|get started|
header parameters|putting it all together|rate limits|related pages|response messages|response schema|
response status codes|where to get help|
query parameters|related documentation|related functions|related information|related links|related topics|
request fields|request headers|request parameters|required arguments|required parameters|
required permissions|response codes|response fields|response headers|
security considerations|source code|status codes|
supported platforms|supported versions|system requirements|thread safety|try it|try it out|
url parameters|what's next|what s next|wrapping up|
component usage|configuration example|configuration examples|configuration options|configuration parameters|css classes|
default config|default configuration|exit codes|exit status|how to fix|how to fix it|how to fix this error|
keyboard interactions|possible ways to fix it|request body fields|response body fields|
return information|suggested reading|when to use|when to use it|why this error occurred|
basic setup|css custom properties|data attributes|debugging tips|disabled state|
error message|executive summary|installation and setup|keyboard interaction|keyboard navigation|keyboard shortcuts|
manual installation|quick start guide|related resources|rule details|why this is bad|
api signature|checking for this error|css shadow parts|example http request|css variables|design tokens|inherited options|overridden options|
pass through options|theming|version changes|when not to use it|
about this example|about this release|about this release series|assumptions|backup and restore|blocks|build and test|
complete release notes|configuration and installation details|considerations when upgrading to this version|
apis in this section|before you install|common errors|compatibility deprecation and migration plan|data type mapping|examples on this page|
http method|http method and uri|http methods and uri|http methods and uris|http request|install and configure components|
exported fields|how to install|input output parameter|input output parameters|installing the chart|installing the plugin|
known issues and limitations|how to configure|functionality added or changed|module types provided|parameters and requirements|parameters specified as nested elements|
possible causes and solutions|questions and feedback|resource requests and limits|uninstalling the chart|uninstalling the plugin|
additional types|advanced configuration|advanced features|availability|available tools|callbacks|classes|common patterns|configurations|content|
development|event data|external types|hooks|initialization|key changes|labeling|matchers|migration examples|references|styling|visual options|
available functions|common problems|configuration keys|constants|data types|detailed design|detailed interface|directives|
enums|exported functions|flags|full list of changes|hardware|interfaces|metrics|module contents|proposal|public functions|
public members|rpc commands|schemas|specification|type aliases|
what you ll build|what you ll learn|what you'll build|what you'll learn`);

// Headings over code that shows how to use what the text above them describes.
const uses =
  words(`basic usage|code examples|complete example|demo|example configuration|example output|example request|example requests|
example response|example responses|expected output|full example|function type signature|how to use|how to use it|import|imports|request body|
response body|sample code|sample output|sample request|sample response|sample usage|type signature|usage|use|using it`);

// Headings that every release of a changelog, or every command of a manual, repeats.
const repeated =
  words(`added|breaking|breaking change|breaking changes|bug fix|bug fixes|bugfix|bugfixes|
changed|changes|deprecated features|deprecation|deprecations|enhancements|fixed|fixes|global flags|
highlights|improved documentation|improvements|improvements in existing functionality|internal|
internal changes|minor changes|miscellaneous|new|new features|other notable changes|updates bug fixes|bugs and issues fixed|
fixed security vulnerabilities|other changes|patch changes|major changes|removals|removed|removed features|
removals and backward incompatible breaking changes|trivial internal changes|upgrade notes|what should i do|what went wrong|solution|resolution|what it does|why is this bad|
cause|reason for rule|rule description|how to fix violations|when to suppress warnings|suppress a warning|does not violate|violates|
backwards incompatible changes|other backwards incompatible changes|bugs fixed|full changelog|full list of fixes and enhancements|
merged pull requests|version updates|where to get it|get the code|gradle setup|maven coordinates|required packages|
input output types|test your knowledge|learning more|new in this release|resolved issues|issues fixed|notable changes|notable items|potentially breaking changes|selected bug fixes|updates and fixes in this version|
fixes and improvements|general fixes and improvements|new features and improvements|other pull requests|closed issues|reactive streams semantics|external libraries or applications|
code refactor|code refactoring|exciting new features|miscellaneous chores|miscellaneous tasks|performance improvements|refactor|reverts|thoughtful bug fix|
module reference|reference api|function prototype|function signature|parameter description`);

const generic = [facets, topics, uses, repeated];

// Chapters of many pages, which are no subjects of the headings below them. A page can have the same title.
const chapters = words(
  `applications|deployment|helpers|instance properties|operators|questions|static properties|subcommands|tutorial`,
);
/** A group of options, which belong to the command or the page above: "Common flags", "Available options". */
const optionGroup =
  /^(?:(?:additional|advanced|available|common|general|global|main|optional|other|required|supported|command line) ){1,2}(?:arguments|commands|flags|options|parameters|settings)$/;

function words(list: string): ReadonlySet<string> {
  return new Set(list.replaceAll('\n', '').split('|'));
}

const people =
  /^(?:our |the |project |new |gold |silver |bronze |platinum |special )*(?:sponsors?|sponsorship|sponsored by|backers?|supporters|contributors(?: to this release)?|(?:docs )?(?:authors|reviewers) added to this release.*|brought to you by|star history|stargazers.*)$/i;
/** A heading of a manual page over the names of its authors or its copyright. In lower case, these can be the subject. */
const authors = /^(?:(?:ORIGINAL )?AUTHORS?(?:\(S)?|COPYRIGHT|COLOPHON)$/;
/** A heading over the titles of all changes or tickets of a release. */
const everyChange =
  /^(?:(?:full|complete|detailed) change-?log(?: \[toc)?|(?:fixed|closed|resolved) tickets|tickets (?:fixed|closed|resolved)|(?:pull requests|prs) (?:merged|included)(?: in this release)?|(?:other|merged) (?:pull requests|prs)|(?:other )?issues closed|(?:pull requests|issues closed) (?:for|in)(?: (?:the )?v?\d[\w.]{0,40}(?: development cycle)?)?|(?:complete )?list of (?:all )?(?:closed |fixed )?issues|shasums)$/i;
/**
 * A heading over names that another page describes: that of Cobra over the options of the commands above, and those of Javadoc, YARD
 * and Doxybook over the members that a class inherits.
 */
const inherited =
  /^(?:options inherited from parent commands|additional inherited members|(?:methods|fields|properties|nested classes(?:\/interfaces)?) (?:inherited from|declared in) (?:class|interface) [\w.$]+|(?:methods|attributes|constants) (?:inherited|included|extended) from [A-Z][\w:]*)$/i;
/** In documentation, some of these words name its subject. */
const thanks =
  /^(?:our |the |project |special )*(?:donations?|donate|acknowledge?ments?|credits|(?:thanks|thank you)!?)$/i;
const contents = /^(?:our |the |project )*(?:table of contents|toc|on this page|in this article)$/i;

/** Returns a heading without an emoji before it, and without a colon after it. */
export function wordsOf(heading: string): string {
  return /[A-Za-z](?:.*[A-Za-z])?/s.exec(heading)?.[0] ?? '';
}

/** Returns whether a heading stands over names of sponsors or contributors. */
export function isPeople(heading: string): boolean {
  return people.test(wordsOf(heading));
}

/** Returns whether a heading stands over a list of the headings below it. */
export function isContents(heading: string): boolean {
  return contents.test(wordsOf(heading));
}

/** Returns whether a heading stands over sponsors, thanks or contents, which answer no question. */
export function isThanks(heading: string): boolean {
  return thanks.test(wordsOf(heading)) || isPeople(heading) || isContents(heading);
}

/** Returns whether a heading stands over the authors of a manual page, all changes of a release or options of other commands, which answer no question, also as code. */
export function isRecord(heading: string): boolean {
  const words = wordsOf(heading);
  return [authors, everyChange, inherited].some((pattern) => pattern.test(words));
}

/** Returns whether two headings have the same words. */
export function isSameHeading(one: string, other: string): boolean {
  return normal(one) === normal(other);
}

/** Reduces a heading to letters and digits in lower case, to compare headings. */
function normal(heading: string): string {
  const lower = heading.toLowerCase();
  // Unicode classes are ten times slower, and most headings are ASCII.
  const between = /^[ -~]*$/.test(lower) ? /[^a-z0-9']+/g : /[^\p{L}\p{N}']+/gu;
  return lower.replace(between, ' ').trim();
}

/** Returns a heading without the number of its chapter, as in `2.1. Examples` or `E.15. Notes`. */
function unnumbered(heading: string): string {
  return heading.replace(/^\s*(?:[A-Z]|\d{1,3})\.(?:\d{1,3}\.?){0,6}\s+/, '');
}

/** Returns whether a heading can stand in any document: `Usage`, `Step 2`. */
export function isGeneric(heading: string): boolean {
  const text = normal(unnumbered(heading));
  if (text.length < 2 || generic.some((known) => known.has(text))) return true;
  return (
    /^(?:example|step|part|chapter|note|option) ?\d*$/.test(text) ||
    // An object of a resource of Terraform, and what a major version of a chart needs.
    /^(?:nested schema for .*|to \d+ \d+ \d+)$/.test(text) ||
    // A member of a type in .NET, as in "Equals Method".
    /^\w+ (?:method|property|event|constructor)$/.test(text)
  );
}

/**
 * Returns whether a heading names an aspect of the heading above it: "Returns", "Parameters:
 * `options`", "Example". Manual pages have "NAME" in capital letters. In others, it is the name of a field.
 */
export function isFacet(heading: string): boolean {
  return (
    heading === 'NAME' ||
    facets.has(normal(heading)) ||
    /^(?:returns?|param(?:eter)?s?|arg(?:ument)?s?|throws) ?[:-]/i.test(heading)
  );
}

/** Returns whether a heading stands over code that shows what the text above it describes: "Usage", "Example request". */
export function isUse(heading: string): boolean {
  return uses.has(normal(heading));
}

/** Returns whether a heading is one word, or two without signs, which can mean anything: `AWS`, `close()`, `Web GUI`, `Method close()`, `saw_error schema`, `timeout (integer)`. */
function isShort(heading: string): boolean {
  return /^(?:\S*(?: \(\w{1,20}\))?|[\p{L}\p{N}][\p{L}\p{N}_-]*\s[\p{L}\p{N}_-]+(?:\(\))?)$/u.test(
    unnumbered(heading).trim(),
  );
}

/** Words that name nothing. */
const functionWords =
  /(?<![\w'’])(?:an?|and|are|as|at|be|by|can|do|does|for|from|how|i|in|into|is|it|its|me|my|of|on|or|our|the|their|this|to|via|we|what|when|where|which|why|with|your?|(?:i|we|you)['’](?:ll|re|ve))(?![\w'’])/gi;
/** A question for the meaning of a name, which is a subject. */
const meaning = /^what (?:is|are) (?!(?:it|this|next)\b)/i;

/** Returns whether a heading in plain words has only one that names something, as in "How to configure" and "In a pipeline". */
function isVague(heading: string): boolean {
  if (!/^[A-Za-z][A-Za-z' ’]{0,60}\??$/.test(heading) || meaning.test(heading)) return false;
  return !/[a-z]\s+[a-z]/i.test(heading.replace(functionWords, '').trim());
}

/** A step among others, whose place is the title of the page: `Step 3: Create a table`, `3. Create a table`. */
const step = /^(?:step \d|\d{1,2}[.)] )/i;

/** A function, which belongs to the class or the module around it: `cut(wood, times)`. */
const call = /^[\w$]+[!?]?\([^()]+\)$/;

/** An option, which belongs to the command of the page: `-p/--plank <FILE>`. */
const commandOption = /^--?\w/;

/** Returns whether a heading tells its subject by itself. */
function isClear(heading: string): boolean {
  if ([step, call, commandOption].some((pattern) => pattern.test(heading))) return false;
  return !(isGeneric(heading) || isShort(heading) || isVague(heading));
}

/** Returns the headings that stand below several others, as "Old behavior" does in a list of breaking changes. */
export function repeatedHeadings(sections: readonly { headings: string[] }[]): Set<string> {
  const trails = new Map<string, string>();
  const repeated = new Set<string>();
  for (const { headings } of sections) {
    let trail = '';
    for (const heading of headings) {
      if ((trails.get(heading) ?? trail) !== trail) repeated.add(heading);
      trails.set(heading, trail);
      trail += `${heading}\n`;
    }
  }
  return repeated;
}

/**
 * Returns a title that is clear without its page. This is the heading of the section. If the heading is generic, repeated, vague, a
 * step, a function, an option of a command or at most two words, the nearest specific heading above it follows: "Installation - Fastify". If there is none, or all are
 * generic, the title of the page follows: "Testing - Events".
 */
export function titleOf(
  headings: string[],
  pageTitle: string,
  repeated: ReadonlySet<string> = new Set(),
): string {
  const own = withoutTypes(headings.at(-1) ?? pageTitle);
  if (isClear(own) && !repeated.has(own)) return own;
  const above = [pageTitle, ...headings.slice(0, -1)].reverse();
  const named = above.filter(isSubject);
  const specific = named.map(withoutTypes);
  // A name such as `Saw.cut` states what it belongs to.
  const [nearest = /\w\.\w/.test(own) ? own : pageTitle] = specific;
  if (nearest === '' || contains(own, nearest)) return own;
  if (isMain(nearest, own)) return nearest;
  // A heading above can be repeated as well. Then the next one tells its places apart.
  const further = repeated.has(nearest) ? specific.find((one) => !repeated.has(one)) : undefined;
  // A heading can be only a colon, such as that of an operator.
  const short = own.replace(/(?<=[^\s:])\s*:$/, '');
  return [short, nearest, ...(further === undefined ? [] : [further])].join(' - ');
}

/** Returns whether a heading tells what those below it are about. */
function isSubject(heading: string): boolean {
  const text = normal(heading);
  return text !== '' && !isGeneric(heading) && !chapters.has(text) && !optionGroup.test(text);
}

/** Removes many type parameters from the name of a type, as TypeDoc has them in the title of its page. */
function withoutTypes(heading: string): string {
  return heading.length > 80 ? heading.replace(/(?<=[\w$)])<[\w$, ]{60,500}(?:>|…$)/, '') : heading;
}

/** Returns whether a title is a heading and the name of its site, chapter or variant: "update | Config", "Select - Syntax", "Select (mysql)". */
function isMain(title: string, heading: string): boolean {
  const [main = '', ...rest] = title.split(/\s+[|·–—-]\s+|\s+(?=\([^()]{1,100}\)$)/);
  return rest.length > 0 && normal(main) === normal(heading);
}

/** Returns whether a heading contains the other one, as `Pool.close()` contains `Pool`. */
function contains(own: string, other: string): boolean {
  return ` ${normal(own)} `.includes(` ${normal(other)} `);
}

/**
 * Returns the headings from the page's title down to the section. A repeated heading appears once.
 */
export function breadcrumbOf(headings: string[], pageTitle: string): string[] {
  const trail = [pageTitle, ...headings];
  return trail.filter((heading, at) => {
    const above = trail[at - 1];
    return above === undefined || !(normal(heading) === normal(above) || isMain(above, heading));
  });
}
