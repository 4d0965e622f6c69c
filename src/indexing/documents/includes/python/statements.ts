import { textOf } from './calls.ts';
import type { PythonModules, Statement } from './modules.ts';

const most = 3_000;

/** Finds the statements that define names. Finds a bounded number, because functions can name one another. */
export class PythonStatements {
  readonly modules: PythonModules;
  private readonly known = new Map<string, Statement | undefined>();
  private count = 0;

  constructor(modules: PythonModules) {
    this.modules = modules;
  }

  /** Returns the statement that defines a name in a module; undefined if there is none, or beyond the limit. */
  find(name: string, module: string): Statement | undefined {
    this.count += 1;
    if (this.count > most) return undefined;
    const key = `${module}:${name}`;
    if (!this.known.has(key)) this.known.set(key, this.modules.statementOf(name, module));
    return this.known.get(key);
  }

  /** Returns a function that returns the text of a variable in a module; undefined if it is none. */
  valuesIn(module: string): (name: string) => string | undefined {
    return (name) => {
      const text = this.find(name, module)?.lines.join('\n') ?? '';
      return textOf(text.replace(/^[^=]{1,300}=/, ''));
    };
  }
}
