import { LecternError } from '../../base/errors.ts';
import type { LibrarySpec } from '../../resources/library.ts';
import { isMore, parseQuantity, requestMistake } from '../../resources/quantity.ts';

/** Maximum of each resource that a Library may request. Other resources are refused. */
export type MaxResources = ReadonlyMap<string, string>;

type Wanted = NonNullable<LibrarySpec['resources']>;

const setting = 'maxRunResources (indexer.maxResources of the chart)';

/** Returns the maximum of each resource from entries such as memory=8Gi. Throws LecternError for an entry of another form. */
export function parseMaxResources(entries: readonly string[]): MaxResources {
  return new Map(
    entries.map((entry) => {
      const [name = '', most = '', ...more] = entry.split('=').map((part) => part.trim());
      if (name !== '' && more.length === 0 && parseQuantity(most) !== undefined)
        return [name, most];
      const message = `Setting "maxRunResources" must have entries such as memory=8Gi, not ${JSON.stringify(entry)}.`;
      throw new LecternError('validation_error', message);
    }),
  );
}

/**
 * Returns what is wrong with the resources that a Library asks for: a request above its limit, or more than the install
 * allows. Returns undefined if nothing is. The quantities must have the form that the schema asks for. Pure.
 */
export function resourcesMistake(resources: Wanted, most?: MaxResources): string | undefined {
  return (
    requestMistake(resources) ??
    (most && (maxMistake('requests', resources, most) ?? maxMistake('limits', resources, most)))
  );
}

function maxMistake(
  kind: 'requests' | 'limits',
  { [kind]: wanted = {} }: Wanted,
  most: MaxResources,
): string | undefined {
  for (const [name, asked] of Object.entries(wanted)) {
    const max = most.get(name);
    if (max === undefined) {
      const known = [...most.keys()].join(', ');
      const rule = known === '' ? 'name any resource' : `name ${name}`;
      const instead = known === '' ? '' : `, but only ${known}`;
      return `resources.${kind} must not ${rule} on this install${instead}; its operator may add ${name} to ${setting}`;
    }
    if (isMore(asked, max)) {
      return `resources.${kind}.${name} must be at most ${max} on this install, not ${asked}; its operator may raise ${setting}`;
    }
  }
  return undefined;
}
