import type { Access } from '../../../identity/access/access.ts';
import type { Route } from '../../route.ts';
import { beginOidc, endOidc, type OidcPorts } from './oidc.ts';
import { getSession, signIn, signOut, type SessionPorts } from './session.ts';

/** The operations of session.yaml. */
export function sessionRoutes(
  options: Omit<SessionPorts & OidcPorts, 'oidc'> & { access: Pick<Access, 'oidc'> },
): Record<string, Route> {
  const { oidc } = options.access;
  const ports = { ...options, ...(oidc && { oidc }) };
  return {
    getSession: getSession(ports),
    signIn: signIn(ports),
    signOut: signOut(ports),
    beginOidc: beginOidc(ports),
    endOidc: endOidc(ports),
  };
}
