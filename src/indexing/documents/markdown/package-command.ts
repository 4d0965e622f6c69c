/** Commands for what sites do with packages. Their readers see a command for each package manager. */
const commands: Readonly<Record<string, string>> = {
  add: 'npm install',
  'add-dev': 'npm install -D',
  'add-global': 'npm install -g',
  create: 'npm create',
  exec: 'npx',
  dlx: 'npx',
  run: 'npm run',
};
const isCommand = /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|deno)\s/;

/** Returns the command for what is done with packages: `add`, `add-dev`, `add-global`, `create`, `exec`, `dlx` or `run`. */
export function commandFor(kind: string, names: string): string {
  return `${commands[kind]} ${names}`;
}

/** A language of a fence that names only packages, as in ` ```package-install-dev `. */
const language = /^package-(install(?:-dev|-global)?|create|exec|run)$/;

/** Returns the command that the site of Solid and similar sites show for a fence, also of those with the language `npm` of Fumadocs; undefined for any other fence. */
export function packageCommand(name: string, code: string): string | undefined {
  const [, kind] = language.exec(name) ?? [];
  const lines = code.trim().split('\n');
  if (name === 'npm' && lines.every((line) => isCommand.test(line))) return lines.join('\n');
  if (kind === undefined) return undefined;
  return lines
    .map((line) => (isCommand.test(line) ? line : commandFor(kind.replace('install', 'add'), line)))
    .join('\n');
}
