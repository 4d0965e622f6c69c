import { createParser } from '../../src/libraries/parser.ts';

/** The parser of one test file. It has real processes, which end with the file. */
export const parser = createParser({ size: 2 });
