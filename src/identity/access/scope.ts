/**
 * What a person lets a program do in their name: `lectern:read` finds, asks and follows, `lectern:write` is all the rest of
 * what their role may. Tokens of an issuer carry them; keys have none and may all that their role may.
 */
export const scopes = ['lectern:read', 'lectern:write'] as const;

export type Scope = (typeof scopes)[number];
