#!/usr/bin/env node
// Plain JavaScript that every Node since 12 can parse, so that an old one is told what is wrong in one line instead of a
// syntax error from a dependency. Node runs the TypeScript sources as they are.
const wanted = 24;
if (Number(process.versions.node.split('.')[0]) < wanted) {
  process.stderr.write(
    `lectern needs Node ${wanted} or newer; this is ${process.version}. In a clone, use \`npx lectern\` or \`npm start\`: they run the pinned Node from node_modules.\n`,
  );
  process.exit(1);
}

const { main } = await import('../src/cli.ts');
process.exitCode = await main(process.argv);
