import { commandPart, optionOf, type CommandPart } from './command-options.ts';
import { readCalls, textOf } from './calls.ts';
import type { Statement } from './modules.ts';
import type { PythonStatements } from './statements.ts';

const deepest = 4;
/** Words of a value that can name further options. */
const mostWords = 60;
/** Lines of the decorators of a command. */
const mostDecoratorLines = 300;
const definition = /^(?:async\s+)?def\s+(\w+)/;

/** Reads the commands of click, from the decorators of their functions. */
export class ClickReader {
  private readonly statements: PythonStatements;

  constructor(statements: PythonStatements) {
    this.statements = statements;
  }

  /** Returns a command; undefined if it is unknown. Unless `isNested`, its own commands have no options. */
  command(name: string, module: string, title: string, isNested: boolean): CommandPart | undefined {
    const statement = this.statements.find(name, module);
    return statement && this.read(statement, title, isNested ? deepest : 0);
  }

  /** Reads a command, and its own commands down to a depth. At its end, they are a list. */
  private read(statement: Statement, title: string, depth: number): CommandPart {
    const { name, module } = statement;
    const own = commandPart(title, shownText(this.docOf(name, module)));
    own.options.push(...this.options(statement));
    for (const command of this.commandsOf(statement)) {
      const inner = commandName(command);
      if (depth > 0) {
        own.parts.push(this.read(command.statement, `${title} ${inner}`, depth - 1));
        continue;
      }
      const doc = shownText(this.docOf(command.statement.name, command.statement.module));
      own.options.push({ names: inner, help: doc.split(/\n[ \t]*\n/, 1)[0]!.replace(/\s+/g, ' ') });
    }
    return own;
  }

  private docOf(name: string, module: string): readonly string[] {
    return this.statements.modules.find(name, module)?.doc ?? [];
  }

  /** Returns the options in the decorators of a command, also those of decorators that the project defines. */
  private options({ lines, module }: Statement): CommandPart['options'] {
    const at = lines.findIndex((line) => definition.test(line));
    const text = lines.slice(0, Math.max(0, at)).join('\n');
    const names = Array.from(text.matchAll(/^@([\w.]{1,200})/gm), ([, name]) => name!);
    return [...this.optionsIn(text, module), ...this.furtherOptions(names, module, 0)];
  }

  private optionsIn(text: string, module: string): CommandPart['options'] {
    const valueOf = this.statements.valuesIn(module);
    return readCalls(text, (name) => /^(?:\w+\.)?(?:option|argument)$/.test(name)).flatMap((call) =>
      optionOf(call, valueOf),
    );
  }

  /** Returns the options of decorators that the project defines: functions, or values that can name others. */
  private furtherOptions(
    names: readonly string[],
    module: string,
    depth: number,
  ): CommandPart['options'] {
    if (depth > deepest) return [];
    return names
      .filter((name) => !/(?:^|\.)(?:option|argument|command|group)$/.test(name))
      .flatMap((name) => this.statements.find(name, module) ?? [])
      .filter(({ lines }) => !lines[0]?.startsWith('@'))
      .flatMap(({ lines, module: inner }) => {
        const text = lines.join('\n');
        const further = definition.test(text) ? [] : namesIn(text.replace(/^[^=]{1,300}=/, ''));
        return [...this.optionsIn(text, inner), ...this.furtherOptions(further, inner, depth + 1)];
      });
  }

  /** Returns the commands that a module adds to a group of its own, with decorators and with calls. */
  private commandsOf({ name: group, module }: Statement): Command[] {
    const lines = this.statements.modules.linesOf(module);
    const decorated = lines.flatMap((line, at) => {
      if (!/^@\w+\.(?:command|group)\b/.test(line) || !line.startsWith(`@${group}.`)) return [];
      const below = lines.slice(at, at + mostDecoratorLines).find((one) => definition.test(one));
      return this.commandAt(definition.exec(below ?? '')?.[1] ?? '', module);
    });
    const calls = readCalls(lines.join('\n'), (name) => name === `${group}.add_command`);
    const listed = calls.flatMap(({ listed: [name = '', stated = ''], named }) =>
      this.commandAt(name, module, textOf(named.get('name') ?? stated)),
    );
    return [...decorated, ...listed];
  }

  private commandAt(name: string, module: string, stated?: string): Command[] {
    const statement = this.statements.find(name, module);
    return statement ? [{ statement, stated }] : [];
  }
}

interface Command {
  statement: Statement;
  /** The name that the group gives it, if any. */
  stated: string | undefined;
}

/** Returns the name of a command: that of the group, that in its decorator, or that of its function. */
function commandName({ statement: { name, lines }, stated }: Command): string {
  const [call] = readCalls(lines.join('\n'), (one) => /(?:^|\.)(?:command|group)$/.test(one));
  const own = stated ?? textOf(call?.listed[0] ?? call?.named.get('name') ?? '');
  return (
    own ??
    name
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/-(?:command|cmd|group|grp)$/, '')
  );
}

function namesIn(text: string): string[] {
  const words = text.match(/(?<![\w.'"-])[A-Za-z_]\w{2,60}(?![\w.'"(=-])/g);
  return [...new Set(words)].slice(0, mostWords);
}

/** Returns a docstring without the marks of click: the text after `\f` is not shown, and `\b` keeps the lines of a paragraph. */
function shownText(doc: readonly string[]): string {
  const [shown = ''] = doc.join('\n').split(String.raw`\f`, 1);
  return shown.replace(/^[ \t]*\\b[ \t]*$/gm, '').trim();
}
