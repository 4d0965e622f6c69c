const attribute = /(?<![\w-])([\w-]{1,40})=(?:"([^"]{1,300})"|'([^']{1,300})')/g;

/** Returns the values of the attributes of a component or a shortcode, such as `file="saw.md"`, by their names. */
export function attributesOf(text: string): Map<string, string> {
  const found = Array.from(text.matchAll(attribute), ([, name, double, single]) => {
    return [name!, double ?? single!] as const;
  });
  return new Map(found);
}
