#!/usr/bin/env node
// Plain JavaScript that Node 12 and newer can parse. So an old Node prints the error below, and not a syntax error from a
// dependency.
import { existsSync } from 'node:fs';
import module from 'node:module';

const wanted = 24;
if (Number(process.versions.node.split('.')[0]) < wanted) {
  process.stderr.write(
    `lectern needs Node ${wanted} or newer; this is ${process.version}. In a clone, use \`npx lectern\` or \`npm start\`: they run the pinned Node from node_modules.\n`,
  );
  process.exit(1);
}

// Clients wait until `lectern mcp` starts. The cache keeps compiled modules for the next start. Threads and parse processes
// find it by the variable.
if (module.enableCompileCache && !process.env.NODE_COMPILE_CACHE) {
  const { directory } = module.enableCompileCache();
  if (directory) process.env.NODE_COMPILE_CACHE = directory;
}

// In a clone, Node runs the TypeScript sources, so an old build never hides an edit. The npm package and the image contain
// only the build, because Node does not strip types below node_modules.
const program = ['../src/cli/main.ts', '../dist/cli/main.js'].find((path) =>
  existsSync(new URL(path, import.meta.url)),
);
const { main } = await import(program);
process.exitCode = await main(process.argv);
