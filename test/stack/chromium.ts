import type { Requirement } from './packages.ts';

/** Debian's browser, and where it is. */
export const chromium: Requirement = { file: '/usr/bin/chromium', package: 'chromium' };
