import { commandPart, optionOf, type CommandPart } from './command-options.ts';
import { readCalls, textOf, type PythonCall } from './calls.ts';
import type { Statement } from './modules.ts';
import type { PythonStatements } from './statements.ts';

/** What the variables of a function stand for. That of '' is the whole command. */
type Parts = Map<string, CommandPart>;

const deepest = 4;

/** Reads the options that a function adds to a parser of argparse, from its calls in their order. */
export class ArgparseReader {
  private readonly statements: PythonStatements;

  constructor(statements: PythonStatements) {
    this.statements = statements;
  }

  /** Returns the command whose parser a function returns; undefined if the function is unknown or adds nothing. */
  command(name: string, module: string, title: string): CommandPart | undefined {
    const root = commandPart(title, '');
    this.read(this.statements.find(name, module), new Map([['', root]]), 0);
    return isEmpty(root) ? undefined : root;
  }

  private read(statement: Statement | undefined, parts: Parts, depth: number): void {
    if (!statement || depth > deepest) return;
    const { module, lines } = statement;
    const valueOf = this.statements.valuesIn(module);
    for (const call of readCalls(lines.join('\n'), () => true)) {
      const end = call.name.lastIndexOf('.');
      const owner = call.name.slice(0, Math.max(0, end));
      const method = call.name.slice(end + 1);
      const around = parts.get(owner) ?? parts.get('')!;
      const made = makers.get(method)?.(call, around) ?? parserIn(method, call, parts);
      if (made) parts.set(call.assigned || call.name, made);
      else if (method === 'add_argument') around.options.push(...optionOf(call, valueOf));
      else this.readCalled(call, { module, parts, depth });
    }
  }

  /** Reads a function that gets a parser and adds options to it. */
  private readCalled(
    { name, listed, assigned }: PythonCall,
    { module, parts, depth }: { module: string; parts: Parts; depth: number },
  ): void {
    const given = listed.map((one) => (one === '' ? undefined : parts.get(one)));
    const target = given.find((one) => one !== undefined);
    const statement = target && this.statements.find(name, module);
    if (!target || !statement) return;
    const opening = /^def\s+\w+\s*\(([^()]{1,2000})/m.exec(statement.lines.join('\n'))?.[1] ?? '';
    const inner: Parts = new Map([['', target]]);
    for (const [at, parameter] of opening.split(',').entries()) {
      const own = given[at];
      if (own) inner.set(/\w+/.exec(parameter)?.[0] ?? '', own);
    }
    this.read(statement, inner, depth + 1);
    if (assigned !== '') parts.set(assigned, target);
  }
}

type Maker = (call: PythonCall, around: CommandPart) => CommandPart | undefined;

const same: Maker = (_, around) => around;

/** Methods that add a part to a parser or a part of it. */
const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  [
    'add_argument_group',
    ({ listed: [title = '', doc = ''], named }, around) =>
      added(
        around,
        textOf(title) ?? wordsOf(named, 'title'),
        textOf(doc) ?? wordsOf(named, 'description'),
      ),
  ],
  [
    'add_parser',
    ({ listed: [name = ''], named }, around) => {
      const title = `${around.title} ${textOf(name) ?? name}`;
      return added(around, title, wordsOf(named, 'description') || wordsOf(named, 'help'));
    },
  ],
  ['add_subparsers', same],
  ['add_mutually_exclusive_group', same],
]);

function parserIn(method: string, { named }: PythonCall, parts: Parts): CommandPart | undefined {
  if (!method.endsWith('Parser')) return undefined;
  const root = parts.get('')!;
  root.doc ||= wordsOf(named, 'description');
  return root;
}

function wordsOf(named: PythonCall['named'], key: string): string {
  return textOf(named.get(key) ?? '') ?? '';
}

function added(around: CommandPart, title: string, doc: string): CommandPart {
  const own = commandPart(title, doc);
  around.parts.push(own);
  return own;
}

function isEmpty({ options, parts }: CommandPart): boolean {
  return options.length === 0 && parts.every(isEmpty);
}
