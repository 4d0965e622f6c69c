// npm run stack:up [-- --node]: starts all services and leaves them running. down.ts ends them.
import { existsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { addCluster, addKubernetes, addStores, environmentOf } from './parts.ts';
import { Stack } from './stack.ts';

const folder = join(tmpdir(), `lectern-stack-up-${userInfo().username}`);
if (existsSync(folder)) {
  console.error(`A stack is up in ${folder}: npm run stack:down`);
  process.exit(1);
}
const stack = await Stack.create(folder);
try {
  if (process.argv.includes('--node')) await addCluster(stack);
  else {
    await addKubernetes(stack);
    await addStores(stack);
  }
} catch (error) {
  await stack.takeDown();
  throw error;
}
for (const [name, value] of Object.entries(environmentOf(stack)))
  console.log(`export ${name}=${value}`);
