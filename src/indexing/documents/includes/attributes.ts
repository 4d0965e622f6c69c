const attribute =
  /(?<![\w-])([\w-]{1,40})=(?:"([^"]{1,300})"|'([^']{1,300})'|\{["`]([^"`${}]{1,300})["`]\}|\{'([^'{}]{1,300})'\})/g;

/** Returns the values of the attributes of a component or a shortcode, such as `file="saw.md"` and `file={'saw.md'}`, by their names. */
export function attributesOf(text: string): Map<string, string> {
  const found = Array.from(text.matchAll(attribute), ([, name, ...values]) => {
    return [name!, values.find((value) => value !== undefined)!] as const;
  });
  return new Map(found);
}
