// `npm run bench` lists the benchmarks with what each measures; `npm run bench <name>` runs one.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../bench/', import.meta.url).pathname;
const [name, ...args] = process.argv.slice(2);
const file = `${folder}${name}.ts`;
if (name && existsSync(file)) {
  const { status } = spawnSync('node', ['--expose-gc', file, ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  for (const entry of readdirSync(folder).filter((entry) => entry.endsWith('.ts'))) {
    const comment = /^(?:\/\/ .*\n)+/m.exec(readFileSync(folder + entry, 'utf8'))?.[0] ?? '';
    const about = comment
      .replaceAll(/^\/\/ |\n(?=.)/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const [sentence] = about.split(/(?<=\.) /, 1);
    process.stdout.write(`${entry.replace('.ts', '').padEnd(18)} ${sentence}\n`);
  }
  process.exitCode = name ? 1 : 0;
}
