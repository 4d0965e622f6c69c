import { createRunParser } from '../../src/indexing/parser.ts';
import { createParser, type Parser, type TaskName } from '../../src/libraries/parser.ts';

/** The parser of all test files of a worker. It has real processes, which end with the worker. */
export const parser = createParser({ size: 2 });

/** The same for runs. */
export const runParser = createRunParser();

/** Returns this parser and the names of the tasks that it gets. */
export function recordingParser(): { tasks: TaskName[]; parser: Parser } {
  const tasks: TaskName[] = [];
  return {
    tasks,
    parser: {
      run(name, ...rest) {
        tasks.push(name);
        return parser.run(name, ...rest);
      },
    },
  };
}
