import { LecternError, RunError } from '../../base/errors.ts';
import { keyOf } from '../../resources/library.ts';
import { contentHash } from '../../indexing/sources/content-hash.ts';
import type { ManifestReader, ManifestText } from './reader.ts';

/** The data of a ConfigMap, undefined where there is none such. Without a namespace, the process's own is meant. */
export type ReadConfigMap = (
  namespace: string | undefined,
  name: string,
) => Promise<Readonly<Record<string, string>> | undefined>;

export interface ConfigMapLocation {
  /** Absent for resources that have none, as those of the SQL registry. */
  namespace?: string;
  name: string;
  /** repos.yaml when absent. */
  key?: string;
}

/** A manifest in a ConfigMap. */
export function createConfigMapReader(
  { namespace, name, key = 'repos.yaml' }: ConfigMapLocation,
  readConfigMap: ReadConfigMap,
): ManifestReader {
  const where = `the ConfigMap ${keyOf({ ...(namespace !== undefined && { namespace }), name })}`;
  const read = async (): Promise<ManifestText> => {
    const data = await readConfigMap(namespace, name);
    // It may be on its way: whoever applies both at once says nothing about their order.
    if (!data) throw new RunError('NotFound', `${where} does not exist`, { retry: 'backoff' });
    const text = data[key];
    if (text === undefined) {
      const keys = Object.keys(data).join(', ') || 'none';
      throw new LecternError('manifest_invalid', 422, `${where} has no key ${key}; it has ${keys}`);
    }
    return { text, revision: contentHash(text), name: `${name}/${key}` };
  };
  return { read, revision: async () => (await read()).revision };
}
