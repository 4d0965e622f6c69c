import { createParser } from '../../src/libraries/parser.ts';

/** The parser of a test file's own: real processes, which end with the file. */
export const parser = createParser({ size: 2 });
