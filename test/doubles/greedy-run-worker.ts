// The thread of a run that never frees memory.
const kept: number[][] = [];
for (;;) kept.push(Array<number>(100_000).fill(kept.length));
