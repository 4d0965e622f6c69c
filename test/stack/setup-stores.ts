import { levelSetup } from './level-setup.ts';
import { addStores } from './parts.ts';

/** Starts a real Elasticsearch and a real Postgres before the tests of the level `stores`. */
export const setup = levelSetup(['elasticsearchUrl', 'databaseUrl'], addStores);
