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

/** Returns the fence language for an editor's name of a language; '' for plain text and invalid names. */
export function languageName(language: string): string {
  const name = language.trim().toLowerCase();
  if (plain.has(name)) return '';
  const found = renamed.get(name) ?? name.replaceAll(' ', '-');
  return /^[a-z0-9+#.-]{1,30}$/.test(found) ? found : '';
}
