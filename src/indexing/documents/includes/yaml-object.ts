import { isObject } from '../../../base/json.ts';
import { nestsTooDeep, parseYaml } from '../../../base/parse-yaml.ts';

/** Returns the object in a text of YAML, with every scalar as written; an empty object if there is none, or if it nests too deep. */
export function readYamlObject(text: string): Record<string, unknown> {
  if (nestsTooDeep(text)) return {};
  const found: unknown = parseYaml(text, { schema: 'failsafe' }).toJS({ maxAliasCount: 100 });
  return isObject(found) ? found : {};
}
