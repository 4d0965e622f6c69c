import { FenceTracker } from '../../fences.ts';

/** A command that names a part of a page, or shows one. */
const part = /^\{\{ ?(?:target|use|import): ?[\w-]{1,100}/m;
/** A command, which can have several lines. Its values can be variables and objects. */
const command =
  /\{\{ ?\/?(?:target|master|import|use|block|var|if|elif|else|for|filter)(?:[ :](?:[^{}]|\{(?:[^{}]|\{[^{}]{0,300}\}){0,1000}\}){0,4000})?\}\}/g;
/** A variable, and what it shows if the page that uses the part sets none: `${saw|default('cut')}`. */
const variable = /\$\{\w{1,60}(?:\|default\(([^(){}]{0,300})\))?[^{}]{0,300}\}/g;

/** Returns whether a text is Markdown with commands of the template engine etpl (https://github.com/ecomfe/etpl). */
export function isEtpl(content: string): boolean {
  return part.test(content);
}

/** Leaves out the commands, and shows the defaults of variables. In code, `${saw}` can be code. */
export function etplToMarkdown(lines: string[]): string[] {
  const fences = new FenceTracker();
  const withDefaults = (line: string): string =>
    line.replace(variable, (_, value = '') => String(value).replace(/^(["'])(.*)\1$/, '$2'));
  return lines
    .join('\n')
    .replace(command, '')
    .split('\n')
    .map((line) => (fences.advance(line) ? line : withDefaults(line)));
}
