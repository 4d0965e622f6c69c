import { configureGlobal } from 'fast-check';

// The same inputs in every run, so that a red test is the change's own; FAST_CHECK_SEED=<n> looks for others.
configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20261121) });
