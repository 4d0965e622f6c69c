import { configureGlobal } from 'fast-check';

// Every run has the same inputs, so that only a change of the code can break a test.
// FAST_CHECK_SEED=<n> selects other inputs.
configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20261121) });
