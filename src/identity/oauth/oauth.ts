import type { Scope } from '../access/scope.ts';

/** Where clients of an install get tokens, and what they ask for. */
export interface OAuth {
  /** The authorization server. */
  issuer: string;
  /** Address of the tool server, which tokens are asked for (RFC 8707), and which they name as their audience by default. */
  resource: string;
  /** Where the metadata of the tool server stand (RFC 9728). */
  metadataUrl: string;
  /** Put before scopes where clients are told what to ask for; '' for most issuers. */
  scopePrefix: string;
}

/** Scopes as clients ask the issuer for them. */
export function askedScopes({ scopePrefix }: OAuth, scopes: readonly Scope[]): string[] {
  return scopes.map((scope) => `${scopePrefix}${scope}`);
}
