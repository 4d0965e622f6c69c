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

const common = new Set(
  (
    'bash sh shell console python ruby rust go java javascript js typescript ts jsx tsx json yaml toml xml html css sql c ' +
    'cpp csharp php kotlin swift scala perl lua r dart elixir haskell dockerfile makefile ini diff graphql powershell vue'
  ).split(' '),
);

/** Returns whether a word is the name of a language that code in documentation often has. */
export function isCommonLanguage(word: string): boolean {
  return common.has(word);
}
