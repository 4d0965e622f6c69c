import { textOf, type PythonCall } from './calls.ts';

/** An option or an argument of a command. */
export interface CommandOption {
  /** Its names and its value, such as `-o, --output PATH`. */
  names: string;
  help: string;
}

/** A command, or a group of options in it. */
export interface CommandPart {
  title: string;
  /** Its description, which can have markup. */
  doc: string;
  options: CommandOption[];
  parts: CommandPart[];
}

/** Returns a part without options. */
export function commandPart(title: string, doc: string): CommandPart {
  return { title, doc, options: [], parts: [] };
}

const plainValue = /^(?=[-\d"'])["']?([^"'\\\n]{1,200})["']?$/;

/**
 * Returns the option that a call of argparse or click adds; none if it is hidden. `valueOf` returns the text of a
 * variable. https://docs.python.org/3/library/argparse.html, https://click.palletsprojects.com/en/stable/options/
 */
export function optionOf(
  { listed, named }: PythonCall,
  valueOf: (name: string) => string | undefined,
): CommandOption[] {
  const strings = listed.flatMap((one) => textOf(one) ?? []);
  const flags = strings.filter((one) => one.startsWith('-'));
  const help = named.get('help') ?? '';
  const isHidden = named.get('hidden') === 'True' || help.endsWith('SUPPRESS');
  if (strings.length === 0 || isHidden) return [];
  const stated = textOf(help) ?? (/^\w+$/.test(help) ? valueOf(help) : '') ?? '';
  const words = stated
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[^.!?:]$/, '$&.');
  const names = namesOf(flags, strings[0]!, textOf(named.get('metavar') ?? ''));
  return [{ names, help: [words, ...facts(named)].filter(Boolean).join(' ') }];
}

function namesOf(flags: string[], only: string, value: string | undefined): string {
  if (flags.length === 0) return value ?? only;
  return flags.join(', ') + (value === undefined ? '' : ` ${value}`);
}

/** Returns what else a call says about an option. */
function facts(named: PythonCall['named']): string[] {
  const value = (key: string): string => named.get(key) ?? '';
  const [, preset] = plainValue.exec(value('default')) ?? [];
  const [, choices = ''] = /\bChoice\(([\s\S]*)/.exec(value('type')) ?? [];
  const values = Array.from(
    (value('choices') || choices).matchAll(/(["'])([^"'\\\n]{1,100})\1/g),
    ([, , one]) => `\`${one}\``,
  );
  const variable = textOf(value('envvar') || value('env_var'));
  const stated = [
    value('required') === 'True' && 'Required.',
    values.length > 0 && `One of ${values.join(', ')}.`,
    preset !== undefined && `Default: \`${preset}\`.`,
    variable !== undefined && `Environment variable: \`${variable}\`.`,
  ];
  return stated.filter((one) => one !== false);
}
