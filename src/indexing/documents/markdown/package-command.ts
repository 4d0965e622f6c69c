/** Languages of fences that name only packages. Their sites show a command for each package manager. */
const commands: Readonly<Record<string, string>> = {
  'package-install': 'npm install',
  'package-install-dev': 'npm install -D',
  'package-install-global': 'npm install -g',
  'package-create': 'npm create',
  'package-exec': 'npx',
  'package-run': 'npm run',
};
const isCommand = /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|deno)\s/;

/** Returns the command that the site of Solid and similar sites show for a fence; undefined for any other fence. */
export function packageCommand(language: string, code: string): string | undefined {
  const command = Object.hasOwn(commands, language) ? commands[language] : undefined;
  if (command === undefined) return undefined;
  const lines = code.trim().split('\n');
  return lines.map((line) => (isCommand.test(line) ? line : `${command} ${line}`)).join('\n');
}
