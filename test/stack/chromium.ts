import type { Requirement } from './packages.ts';

/**
 * Debian's browser without windows. It is the same engine as the package `chromium`, which takes
 * twice as long to open a page.
 */
export const chromium: Requirement = {
  file: '/usr/bin/chromium-headless-shell',
  package: 'chromium-headless-shell',
};
