#!/usr/bin/env node
// Plain JavaScript that every Node since 12 can parse, so that an old one is told what is wrong in one line instead of a
// syntax error from a dependency.
import { existsSync } from 'node:fs';
import module from 'node:module';

const wanted = 24;
if (Number(process.versions.node.split('.')[0]) < wanted) {
  process.stderr.write(
    `lectern needs Node ${wanted} or newer; this is ${process.version}. In a clone, use \`npx lectern\` or \`npm start\`: they run the pinned Node from node_modules.\n`,
  );
  process.exit(1);
}

// Clients wait for `lectern mcp` to start: what was compiled once is not compiled again.
if (module.enableCompileCache) module.enableCompileCache();

// A clone has the sources, and Node runs them as they are: what was built some time ago never hides an edit. The npm package
// and the image carry no sources, because Node strips no types under node_modules.
const program = ['../src/cli/main.ts', '../dist/cli/main.js'].find((path) =>
  existsSync(new URL(path, import.meta.url)),
);
const { main } = await import(program);
process.exitCode = await main(process.argv);
