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

/** What an admin may change of a teamspace. */
export type TeamspaceChange = Partial<Pick<Teamspace, 'name' | 'plan' | 'integrations'>>;

/** The teamspaces of an install, by id. */
export interface Teamspaces {
  list(): Promise<Teamspace[]>;
  find(id: string): Promise<Teamspace | undefined>;
  /** False when there is one of this id, which is then left as it is. */
  add(teamspace: Teamspace): Promise<boolean>;
  /** What is absent stays. Throws LecternError('team_not_found'). */
  change(id: string, change: TeamspaceChange): Promise<Teamspace>;
  /**
   * Removes it with its projects, policies, usage, spending limit and last owner. `now` decides which keys have expired.
   * Throws LecternError: team_not_found, or team_in_use while it has good keys or other members.
   */
  remove(id: string, now: number): Promise<void>;
}

/** The users of an install, by id. */
export interface Users {
  list(): Promise<User[]>;
  find(id: string): Promise<User | undefined>;
  /** False when there is one of this id, which is then left as it is. */
  add(user: User): Promise<boolean>;
  /**
   * Ends every membership and revokes every key. `now` is the time of that. Throws LecternError: user_not_found, or
   * last_owner where a teamspace would be left without an owner.
   */
  remove(id: string, now: number): Promise<void>;
}

/** Throws where somebody of this role, or of none, may not be changed. */
export type MemberCheck = (held: TeamspaceRole | undefined) => void;

/** Who belongs to which teamspace. A `check` is made within the change, so that nothing comes in between. */
export interface Members {
  /** By user id; none of a teamspace that does not exist. */
  list(teamspace: string): Promise<Member[]>;
  find(teamspace: string, userId: string): Promise<Member | undefined>;
  /** Makes a user a member, or gives a member another role. Throws LecternError: team_not_found, user_not_found, last_owner. */
  put(teamspace: string, userId: string, role: TeamspaceRole, check?: MemberCheck): Promise<Member>;
  /** Throws LecternError: user_not_found for somebody who is no member, last_owner. */
  remove(teamspace: string, userId: string, check?: MemberCheck): Promise<void>;
}

/** The projects of teamspaces. */
export interface Projects {
  /** By id; none of a teamspace that does not exist. */
  list(teamspace: string): Promise<Project[]>;
  find(teamspace: string, id: string): Promise<Project | undefined>;
  /** False when the teamspace has one of this id, which is then left as it is. Throws LecternError('team_not_found'). */
  add(teamspace: string, project: Project): Promise<boolean>;
  /** False when there is none. */
  remove(teamspace: string, id: string): Promise<boolean>;
}

/** Teamspaces and who and what belongs to them. */
export interface Teams {
  teamspaces: Teamspaces;
  users: Users;
  members: Members;
  projects: Projects;
}
