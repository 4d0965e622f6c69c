/** The plan of a teamspace: `free` has no private libraries. */
export type Plan = 'free' | 'pro' | 'enterprise';

/** Role of a member in a teamspace: owners and admins manage members, projects and policies; only owners manage owners. */
export type TeamspaceRole = 'owner' | 'admin' | 'member';

/** A group that shares private libraries, policies and limits. Times are milliseconds since 1970. */
export interface Teamspace {
  /** Lower-case letters, digits and hyphens; keys and Libraries refer to it. */
  id: string;
  name: string;
  plan: Plan;
  /** Names of the integrations that may read its members' libraries. */
  integrations: string[];
  createdAt: number;
}

/** A person who can own keys. */
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

/** A group of libraries in a teamspace. */
export interface Project {
  /** Unique in the teamspace. */
  id: string;
  name: string;
}

/** The fields of a teamspace that an admin may change. */
export type TeamspaceChange = Partial<Pick<Teamspace, 'name' | 'plan' | 'integrations'>>;

/** The teamspaces of an install, by id. */
export interface Teamspaces {
  list(): Promise<Teamspace[]>;
  find(id: string): Promise<Teamspace | undefined>;
  /** Returns false and changes nothing if the id exists. */
  add(teamspace: Teamspace): Promise<boolean>;
  /** Keeps absent fields. Throws LecternError('team_not_found'). */
  change(id: string, change: TeamspaceChange): Promise<Teamspace>;
  /**
   * Removes a teamspace with its projects, policies, usage, spending limit and last owner. `now` determines which keys have expired.
   * Throws LecternError: team_not_found, or team_in_use while it has valid keys or other members.
   */
  remove(id: string, now: number): Promise<void>;
}

/** The users of an install, by id. */
export interface Users {
  list(): Promise<User[]>;
  find(id: string): Promise<User | undefined>;
  /** Returns false and changes nothing if the id exists. */
  add(user: User): Promise<boolean>;
  /**
   * Removes a user, ends all memberships and revokes all keys at `now`. Throws LecternError: user_not_found, or last_owner if a
   * teamspace would lose its last owner.
   */
  remove(id: string, now: number): Promise<void>;
}

/** Throws if a member of this role, or a new member, may not be changed. */
export type MemberCheck = (held: TeamspaceRole | undefined) => void;

/** Stores memberships. A `check` runs within the transaction of the change. */
export interface Members {
  /** Returns members by user id; none for an unknown teamspace. */
  list(teamspace: string): Promise<Member[]>;
  find(teamspace: string, userId: string): Promise<Member | undefined>;
  /** Adds a member or changes the role. Throws LecternError: team_not_found, user_not_found, last_owner. */
  put(teamspace: string, userId: string, role: TeamspaceRole, check?: MemberCheck): Promise<Member>;
  /** Removes a member. Throws LecternError: user_not_found if the user is not a member, last_owner. */
  remove(teamspace: string, userId: string, check?: MemberCheck): Promise<void>;
}

/** The projects of teamspaces. */
export interface Projects {
  /** Returns projects by id; none for an unknown teamspace. */
  list(teamspace: string): Promise<Project[]>;
  find(teamspace: string, id: string): Promise<Project | undefined>;
  /** Returns false and changes nothing if the id exists in the teamspace. Throws LecternError('team_not_found'). */
  add(teamspace: string, project: Project): Promise<boolean>;
  /** Returns false if there is no such project. */
  remove(teamspace: string, id: string): Promise<boolean>;
}

/** Teamspaces with their members and projects, and users. */
export interface Teams {
  teamspaces: Teamspaces;
  users: Users;
  members: Members;
  projects: Projects;
}
