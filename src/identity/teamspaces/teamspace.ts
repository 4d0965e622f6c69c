/** What a teamspace has paid for: `free` has no private libraries. */
export type Plan = 'free' | 'pro' | 'enterprise';

/** What a member of a teamspace is there: owners and admins manage members, projects and policies, owners also the owners. */
export type TeamspaceRole = 'owner' | 'admin' | 'member';

/** Those who share private libraries, policies and limits. Times are milliseconds since 1970. */
export interface Teamspace {
  /** Lower-case letters, digits and hyphens; keys and Libraries name it. */
  id: string;
  name: string;
  plan: Plan;
  /** Names of the integrations that its members' libraries may be read with. */
  integrations: string[];
  createdAt: number;
}

/** Somebody whom keys can belong to. */
export interface User {
  id: string;
  name: string;
  email?: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** A user in a teamspace. */
export interface Member {
  userId: string;
  name: string;
  email?: string;
  role: TeamspaceRole;
}

/** What libraries of a teamspace can be told apart by. */
export interface Project {
  /** One of its kind in the teamspace. */
  id: string;
  name: string;
}
