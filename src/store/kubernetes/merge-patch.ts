import { isObject } from '../../base/json.ts';
import { isDeepStrictEqual } from 'node:util';

/** Returns the merge patch (RFC 7396) that turns `from` into `to`; undefined if they are equal. Pure. */
export function mergePatch(from: object, to: object): Record<string, unknown> | undefined {
  const before = from as Record<string, unknown>;
  const after = to as Record<string, unknown>;
  const patch: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, wanted] = [before[key], after[key]];
    if (isDeepStrictEqual(old, wanted)) continue;
    if (wanted === undefined) patch[key] = null;
    else patch[key] = isObject(old) && isObject(wanted) ? mergePatch(old, wanted) : wanted;
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}
