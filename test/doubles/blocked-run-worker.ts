// The thread of a run that never looks up from its work.
for (;;) performance.now();
