import { isObject } from '../../../base/json.ts';
import { nestsTooDeep, parseYaml } from '../../../base/parse-yaml.ts';

/**
 * Returns the object in a text of YAML, with every scalar as written. Returns an empty object if there is none, if it nests too
 * deep, or if an alias is unknown or used too often.
 */
export function readYamlObject(text: string): Record<string, unknown> {
  if (nestsTooDeep(text)) return {};
  try {
    const found: unknown = parseYaml(text, { schema: 'failsafe' }).toJS({ maxAliasCount: 100 });
    return isObject(found) ? found : {};
  } catch {
    return {};
  }
}
