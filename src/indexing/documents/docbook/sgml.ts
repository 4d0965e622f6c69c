/** Comments, data and tags. The name of an end tag can be missing. */
const part =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(\/?)([a-z][\w.:-]{0,60})?((?:\s[^<>]{0,2000})?)>/gi;
/** Elements without content, which have no end tag in SGML. */
const empty = new Set(
  'anchor area audiodata beginpage co colspec footnoteref graphic imagedata inlinegraphic sbr spanspec varargs videodata void xref'.split(
    ' ',
  ),
);
/** Number of open elements of which an end tag can close one. Others have lost their end. */
const mostOpen = 200;

/** Returns a document of SGML as XML: closes elements without content, and gives the end tag `</>` the name of the last open element. */
export function asXml(content: string): string {
  const open: string[] = [];
  return content.replace(part, (whole: string, slash?: string, name = '', rest = '') => {
    if (slash === undefined) return whole;
    if (slash === '/') {
      const at = name === '' ? open.length - 1 : open.lastIndexOf(name);
      const closed = at === -1 ? name : open.splice(at)[0]!;
      return closed === '' ? '' : `</${closed}>`;
    }
    if (name === '' || rest.endsWith('/')) return whole;
    if (empty.has(name)) return `<${name}${rest}/>`;
    open.push(name);
    if (open.length > mostOpen) open.shift();
    return whole;
  });
}
