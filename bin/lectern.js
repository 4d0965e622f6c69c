#!/usr/bin/env node
// Plain JavaScript that every Node since 12 can parse, so that an old one is told what is wrong in one
// line instead of a syntax error from a dependency.
import { existsSync } from 'node:fs';

const wanted = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < wanted) {
  process.stderr.write(
    `lectern needs Node ${wanted} or newer; this is ${process.version}. In a clone, use \`npx lectern\` or \`npm start\`: they run the pinned Node from node_modules.\n`,
  );
  process.exit(1);
}

// A clone runs its sources (Node strips the types); the published package carries only dist/.
const source = new URL('../src/cli.ts', import.meta.url);
const entry = existsSync(source) ? source : new URL('../dist/cli.js', import.meta.url);
const { main } = await import(entry.href);
process.exitCode = await main(process.argv);
