// node test/stack/down.ts: ends what up.ts started.
import { existsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Stack } from './stack.ts';

const folder = join(tmpdir(), `lectern-stack-up-${userInfo().username}`);
if (existsSync(folder)) await Stack.open(folder).takeDown();
else console.error('No stack is up.');
