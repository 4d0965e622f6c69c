const renamed: ReadonlyMap<string, string> = new Map([
  ['c#', 'csharp'],
  ['c++', 'cpp'],
  ['py', 'python'],
  ['yml', 'yaml'],
  ['html/xml', 'xml'],
  ['markup', 'html'],
  ['java/c/c++/c#', ''],
  ['actionscript3', 'actionscript'],
  ['javafx', 'java'],
  ['objectivec', 'objective-c'],
  ['shell', 'bash'],
]);

const plain = new Set(['none', 'text', 'plain', 'plaintext', 'plain text', 'confluence']);

/** The fence language of what an editor calls a language; '' for plain text and for what is no name. */
export function languageName(language: string): string {
  const name = language.trim().toLowerCase();
  if (plain.has(name)) return '';
  const found = renamed.get(name) ?? name.replaceAll(' ', '-');
  return /^[a-z0-9+#.-]{1,30}$/.test(found) ? found : '';
}
