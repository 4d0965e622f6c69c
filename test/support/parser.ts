import { ParsePool } from '../../src/base/parsing/parse-pool.ts';

/** The parser of a test file's own: real processes, which end with the file. */
export const parser = new ParsePool({ size: 2 });
