// npm run stack:down [-- FOLDER]: ends the stack that up.ts started, or a stack that tests left
// behind in a folder.
import { existsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Stack } from './stack.ts';

const folder = process.argv[2] ?? join(tmpdir(), `lectern-stack-up-${userInfo().username}`);
if (existsSync(folder)) await Stack.open(folder).takeDown();
else console.error(`No stack is up in ${folder}.`);
