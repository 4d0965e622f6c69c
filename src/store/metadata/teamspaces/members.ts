import type { Selectable, Transaction } from 'kysely';
import { lastOwner, userNotFound } from '../../../identity/teamspaces/errors.ts';
import { losesLastOwner } from '../../../identity/teamspaces/rights.ts';
import type {
  Member,
  TeamspaceRole,
  MemberCheck,
  Members,
} from '../../../identity/teamspaces/teamspaces.ts';
import type { MetadataDatabase } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';
import { exclusively, refuseUnknownTeamspace } from './transaction.ts';

/** Members in a table of the metadata database. */
export class SqlMembers implements Members {
  private readonly db: MetadataDatabase;
  private readonly onChanged: () => void;

  /** `onChanged` runs after a change of a member's rights, so that this process applies it at once. */
  constructor(db: MetadataDatabase, onChanged: () => void) {
    this.db = db;
    this.onChanged = onChanged;
  }

  async list(teamspace: string): Promise<Member[]> {
    const rows = await membersOf(this.db, teamspace).orderBy('user_id').execute();
    return rows.map(memberOf);
  }

  async find(teamspace: string, userId: string): Promise<Member | undefined> {
    const row = await membersOf(this.db, teamspace)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row && memberOf(row);
  }

  async put(
    teamspace: string,
    userId: string,
    role: TeamspaceRole,
    check?: MemberCheck,
  ): Promise<Member> {
    const member = await exclusively(this.db, async (transaction) => {
      await refuseUnknown(transaction, teamspace, userId);
      await refuseChange(transaction, { teamspace, userId, role, check });
      await transaction
        .insertInto('members')
        .values({ teamspace, user_id: userId, role })
        .onConflict((conflict) => conflict.columns(['teamspace', 'user_id']).doUpdateSet({ role }))
        .execute();
      return membersOf(transaction, teamspace)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
    });
    this.onChanged();
    return memberOf(member);
  }

  async remove(teamspace: string, userId: string, check?: MemberCheck): Promise<void> {
    await exclusively(this.db, async (transaction) => {
      await refuseChange(transaction, { teamspace, userId, check });
      const { numDeletedRows } = await transaction
        .deleteFrom('members')
        .where('teamspace', '=', teamspace)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw userNotFound(userId);
    });
    this.onChanged();
  }
}

function membersOf(db: Pick<MetadataDatabase, 'selectFrom'>, teamspace: string) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['user_id', 'name', 'email', 'role'])
    .where('teamspace', '=', teamspace);
}

type Row = Selectable<Pick<DatabaseSchema['users'], 'name' | 'email'>> &
  Selectable<Pick<DatabaseSchema['members'], 'user_id' | 'role'>>;

function memberOf({ user_id: userId, name, email, role }: Row): Member {
  return { userId, name, ...(email !== null && { email }), role };
}

async function refuseUnknown(
  transaction: Transaction<DatabaseSchema>,
  teamspace: string,
  userId: string,
): Promise<void> {
  await refuseUnknownTeamspace(transaction, teamspace);
  const known = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!known) throw userNotFound(userId);
}

interface MemberChange {
  teamspace: string;
  userId: string;
  /** Absent if the member is removed. */
  role?: TeamspaceRole;
  check: MemberCheck | undefined;
}

async function refuseChange(
  transaction: Transaction<DatabaseSchema>,
  { teamspace, userId, role, check }: MemberChange,
): Promise<void> {
  const members = (await membersOf(transaction, teamspace).execute()).map(memberOf);
  check?.(members.find((member) => member.userId === userId)?.role);
  if (losesLastOwner(members, userId, role)) throw lastOwner(userId, [teamspace]);
}
