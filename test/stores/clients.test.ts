import { afterAll, beforeAll } from 'vitest';
import {
  describePrograms,
  keySettings,
  strictSettings,
  type ServedToPrograms,
} from '../contract/clients.ts';
import { operatorToken, type ClusterProcess } from '../support/cluster-process.ts';
import { openHandbookCluster, type HandbookCluster } from '../support/handbook-cluster.ts';

const platform = 'at `lectern serve` over Elasticsearch and Postgres';
const servedBy = ({ url }: ClusterProcess) => ({ url, token: operatorToken });

let cluster: HandbookCluster;
let served: ServedToPrograms;
beforeAll(async () => {
  cluster = await openHandbookCluster();
  served = {
    main: servedBy(await cluster.start('serve', keySettings)),
    strict: servedBy(await cluster.start('serve', strictSettings)),
  };
});
afterAll(async () => cluster.close());

describePrograms(platform, () => served);
