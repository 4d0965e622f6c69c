import type { CodeProject, CodeProjects, ProjectDependency } from '../code-projects.ts';
import type { MetadataDatabase } from './database.ts';

const columns = ['teamspace', 'name', 'origin', 'updated_at', 'dependencies'] as const;

/** Code projects in a table of the metadata database. */
export class SqlCodeProjects implements CodeProjects {
  private readonly db: MetadataDatabase;

  constructor(db: MetadataDatabase) {
    this.db = db;
  }

  async all(): Promise<CodeProject[]> {
    const rows = await this.db
      .selectFrom('code_projects')
      .select(columns)
      .orderBy('teamspace')
      .orderBy('name')
      .execute();
    return rows.map(projectOf);
  }

  async find(teamspace: string, name: string): Promise<CodeProject | undefined> {
    const row = await this.db
      .selectFrom('code_projects')
      .select(columns)
      .where('teamspace', '=', teamspace)
      .where('name', '=', name)
      .executeTakeFirst();
    return row && projectOf(row);
  }

  async put({ teamspace, name, origin, updatedAt, dependencies }: CodeProject): Promise<void> {
    const held = {
      origin,
      updated_at: updatedAt,
      dependencies: JSON.stringify(dependencies),
    };
    await this.db
      .insertInto('code_projects')
      .values({ teamspace, name, ...held })
      .onConflict((conflict) => conflict.columns(['teamspace', 'name']).doUpdateSet(held))
      .execute();
  }

  async remove(teamspace: string, name: string): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('code_projects')
      .where('teamspace', '=', teamspace)
      .where('name', '=', name)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

function projectOf(row: {
  teamspace: string;
  name: string;
  origin: string;
  updated_at: number;
  dependencies: string;
}): CodeProject {
  const { teamspace, name, origin, updated_at: updatedAt, dependencies } = row;
  return {
    teamspace,
    name,
    origin,
    updatedAt,
    dependencies: JSON.parse(dependencies) as ProjectDependency[],
  };
}
