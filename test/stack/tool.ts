// npm run stack:tool -- NAME [ARGUMENT...]: runs a program as the tests do. Builds it the first
// time.
import { spawnSync } from 'node:child_process';
import { kubeProgram } from './kube-binaries.ts';
import { kubeTool } from './kube-tools.ts';

const programs = ['kubectl', 'helm', 'kubeconform'] as const;
const tools = ['helm-unittest', 'actionlint'] as const;

const [, , name = '', ...args] = process.argv;
const path = await find();
if (path === undefined) {
  console.error(`There is no tool '${name}', but ${[...programs, ...tools].join(', ')}`);
  process.exit(2);
}
process.exitCode = spawnSync(path, args, { stdio: 'inherit' }).status ?? 1;

async function find(): Promise<string | undefined> {
  const program = programs.find((known) => known === name);
  if (program) return await kubeProgram(program);
  const tool = tools.find((known) => known === name);
  return tool && (await kubeTool(tool));
}
