import { onTestFinished } from 'vitest';
import { ScriptedJobs } from '../../support/scripted-jobs.ts';
import { openStores, type Stores } from '../../support/stores.ts';
import { startController } from '../../support/working-controller.ts';
import { startApi, type ApiServer, type ApiSetUp } from '../api/api-server.ts';

/** The API and the library controller over the same stores. The test ends the runs. */
export interface ScriptedInstall {
  api: ApiServer;
  jobs: ScriptedJobs;
  stores: Stores;
}

/** Starts an install that ends with the test. */
export async function scriptedInstall(
  setUp: Omit<ApiSetUp, 'stores'> = {},
): Promise<ScriptedInstall> {
  const stores = await openStores();
  const jobs = new ScriptedJobs();
  const api = await startApi({ ...setUp, stores });
  const { registry, catalog, index } = stores;
  const errors: string[] = [];
  const onError = (_key: string, message: string): void => void errors.push(message);
  const controller = startController({ registry, catalog, index, jobs, onError });
  onTestFinished(async () => {
    await controller.stop();
    await api.close();
    if (errors.length > 0) throw new Error(errors.join('; '));
  });
  return { api, jobs, stores };
}
