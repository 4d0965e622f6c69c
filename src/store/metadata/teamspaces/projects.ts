import type { Project, Projects } from '../../../identity/teamspaces/teamspaces.ts';
import { type MetadataDatabase, wasAdded } from '../database.ts';
import { exclusively, refuseUnknownTeamspace } from './transaction.ts';

/** Projects in a table of the metadata database. */
export class SqlProjects implements Projects {
  private readonly db: MetadataDatabase;

  constructor(db: MetadataDatabase) {
    this.db = db;
  }

  list(teamspace: string): Promise<Project[]> {
    return projectsOf(this.db, teamspace).orderBy('id').execute();
  }

  find(teamspace: string, id: string): Promise<Project | undefined> {
    return projectsOf(this.db, teamspace).where('id', '=', id).executeTakeFirst();
  }

  add(teamspace: string, { id, name }: Project): Promise<boolean> {
    return exclusively(this.db, async (transaction) => {
      await refuseUnknownTeamspace(transaction, teamspace);
      const added = await transaction
        .insertInto('projects')
        .values({ teamspace, id, name })
        .onConflict((conflict) => conflict.columns(['teamspace', 'id']).doNothing())
        .executeTakeFirst();
      return wasAdded(added);
    });
  }

  async remove(teamspace: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('projects')
      .where('teamspace', '=', teamspace)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

function projectsOf(db: MetadataDatabase, teamspace: string) {
  return db.selectFrom('projects').select(['id', 'name']).where('teamspace', '=', teamspace);
}
