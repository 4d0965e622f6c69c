// The thread of a run that never handles a message.
for (;;) performance.now();
