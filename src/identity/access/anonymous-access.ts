/** What callers without a key may do, each more than the one before: nothing, find libraries, ask them too. */
export const anonymousLevels = ['none', 'search', 'ask'] as const;

export type AnonymousAccess = (typeof anonymousLevels)[number];

/** Whether an install that allows this much allows that. */
export function allowsAnonymous(allowed: AnonymousAccess, wanted: AnonymousAccess): boolean {
  return anonymousLevels.indexOf(allowed) >= anonymousLevels.indexOf(wanted);
}
