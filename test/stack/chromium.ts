import type { Requirement } from './packages.ts';

/**
 * Debian's browser without a window, and where it is: the same engine as the package `chromium`, which opens a page in twice
 * the time.
 */
export const chromium: Requirement = {
  file: '/usr/bin/chromium-headless-shell',
  package: 'chromium-headless-shell',
};
