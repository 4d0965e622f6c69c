const attribute =
  /(?<![\w-])([\w-]{1,40})=(?:"([^"]{1,300})"|'([^']{1,300})'|\{["`]([^"`${}]{1,300})["`]\}|\{'([^'{}]{1,300})'\})/g;

/** Returns the values of the attributes of a component or a shortcode, such as `file="saw.md"` and `file={'saw.md'}`, by their names. */
export function attributesOf(text: string): Map<string, string> {
  const found = Array.from(text.matchAll(attribute), ([, name, ...values]) => {
    return [name!, values.find((value) => value !== undefined)!] as const;
  });
  return new Map(found);
}

/** Returns the value of the first of these attributes that is given; undefined if none is. */
export function firstAttribute(
  given: ReadonlyMap<string, string>,
  ...names: readonly string[]
): string | undefined {
  return names.map((name) => given.get(name)).find((value) => value !== undefined);
}
