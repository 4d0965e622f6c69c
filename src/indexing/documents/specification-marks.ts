/** A name of Web IDL: `{{Saw/cut()}}`, `{{Saw/cut(board)|saw.cut()}}`. */
const idl = /\{\{([^{}|]{1,200})(?:\|([^{}]{1,200}))?\}\}/g;
/** An element or an attribute: `<{saw/width}>` in Bikeshed, `[^saw/width^]` in ReSpec. */
const element = /<\{([^{}<>\s]{1,100})\}>|\[\^([^[\]^\s]{1,100})\^\]/g;
/** A production of CSS: `<<length>>`. */
const production = /<<([\w()'-]{1,60})>>/g;
/** A term: `[=cut=]`, `[=saw/cut|cutting=]`. */
const term = /\[=((?:[^=|[\]]|=(?!\])){1,200})(?:\|((?:[^=[\]]|=(?!\])){1,200}))?=\]/g;
/** A section of the document: `[[#oil]]` and `[[#oil|Oil it]]` in Bikeshed, `[[[#oil]]]` in ReSpec. */
const section = /(?<!\\)\[?\[\[#([\w.:-]{1,100})(?:\|([^[\]]{1,200}))?\]\]\]?/g;
/** Another specification: `[[!SAW]]`, `[[SAW#oil|Oil it]]`, and `[[[saw]]]` for its title. */
const specification =
  /(?<!\\)\[?\[\[[!?]?([A-Za-z][\w.+-]{0,60})(?:#[\w.:-]{1,100})?(?:\|([^[\]]{1,200}))?\]\]\]?/g;
/** A variable of an algorithm: `|board|`, `|board:Board|`. */
const variable = /(?<![\w|])\|([A-Za-z_]\w{0,40})(?::[^|<>\n]{1,80})?\|(?![\w|])/g;

/**
 * Replaces the marks that Bikeshed and ReSpec put around terms by what they show. `titles` has the titles of sections by their ids. See
 * https://speced.github.io/bikeshed/#autolinking and https://respec.org/docs/#shorthands-guide.
 */
export function withoutSpecificationMarks(
  text: string,
  titles: ReadonlyMap<string, string> = new Map(),
): string {
  return text
    .replace(idl, (_, name: string, shown?: string) => code(shown ?? lastOf(name)))
    .replace(element, (_, name?: string, other?: string) => code(lastOf(name ?? other ?? '')))
    .replace(production, (_, name: string) => code(`&lt;${name}&gt;`))
    .replace(term, (_, name: string, shown?: string) => shown ?? lastOf(name))
    .replace(section, (_, id: string, shown?: string) => shown ?? titles.get(id) ?? words(id))
    .replace(specification, (_, name: string, shown?: string) => shown ?? `[${name}]`)
    .replace(variable, '$1')
    .replace(/\\(?=\[\[)/g, '');
}

/** Returns a name as code. The brackets of a slot (`[[state]]`) are no mark. */
function code(name: string): string {
  return `<code>${name.trim().replace('[[', '&#91;[')}</code>`;
}

/** Returns the name without that of what it belongs to: `cut` for `Saw/cut`. */
function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).replace(/!!.*/, '');
}

function words(id: string): string {
  return id.replace(/[-_]+/g, ' ').trim();
}
