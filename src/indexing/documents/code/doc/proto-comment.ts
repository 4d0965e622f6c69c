/** Returns a comment with fences around the code of reStructuredText. */
export function withFences(text: string): string {
  if (!text.includes('.. code-block::')) return text;
  const shown: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    if (isOpen && !isBlank && !/^[ \t]/.test(line)) {
      shown.push('```', '');
      isOpen = false;
    }
    const [, language] = /^\.\. code-block::[ \t]*([\w+-]{0,30})[ \t]*$/.exec(line) ?? [];
    if (language !== undefined) {
      isOpen = true;
      shown.push(`\`\`\`${language}`);
    } else if (!isOpen || !isBlank || !shown.at(-1)!.startsWith('```')) shown.push(line);
  }
  return shown.join('\n');
}

/** Annotations of Envoy and of buf for programs, and roles of Sphinx. Envoy's reference is reStructuredText. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/^[ \t]{0,200}(?:\/\/[ \t]{0,20})?\[#[\w-]{1,60}:[^\]\n]{0,200}\][ \t]*\n?/gm, '')
    .replace(/^[ \t]*buf:lint:[^\n]*\n?/gm, '')
    .replace(/:ref:`([^`<]{1,300})<[^`>]{1,300}>`/g, (_, shown: string) =>
      shown.replace(/[\s/]+$/, ''),
    )
    .replace(
      /`([^`<]{1,300})<(https?:[^`>\s]{1,400})>`__?/g,
      (_, shown: string, url: string) => `[${shown.replace(/[\s/]+$/, '')}](${url})`,
    )
    .replace(/``([^`\n]{1,200})``/g, '`$1`');
}
