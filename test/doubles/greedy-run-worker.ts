// The thread of a run that keeps everything.
const kept: number[][] = [];
for (;;) kept.push(Array.from({ length: 1_000 }, () => kept.length));
