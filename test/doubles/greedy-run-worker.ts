// The thread of a run that never frees memory.
const kept: number[][] = [];
for (;;) kept.push(Array.from({ length: 1_000 }, () => kept.length));
