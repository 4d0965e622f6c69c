import type { LibrarySpec } from '../../resources/library.ts';

type Quantities = Record<string, string>;
type Wanted = NonNullable<LibrarySpec['resources']>;
export type ContainerResources = { requests: Quantities; limits: Quantities };

/** What a run gets when neither the installation nor the Library says; memory is all it may use, too. */
const defaults: ContainerResources = {
  requests: { cpu: '500m', memory: '1Gi', 'ephemeral-storage': '2Gi' },
  limits: { memory: '1Gi', 'ephemeral-storage': '10Gi' },
};

/**
 * Requests and limits of a run: the Library's wins over the installation's, resource by resource. Naming only one of
 * request and limit sets the other where leaving it could contradict it.
 */
export function runResources(
  installation: Partial<ContainerResources> | undefined,
  library: Wanted | undefined,
): ContainerResources {
  const base = { requests: {}, limits: {}, ...(installation ?? defaults) };
  const { requests = {}, limits = {} } = library ?? {};
  const result = { requests: { ...base.requests }, limits: { ...base.limits } };
  for (const name of new Set([...Object.keys(requests), ...Object.keys(limits)])) {
    const limit = limits[name] ?? (name in base.limits ? requests[name] : undefined);
    result.requests[name] = requests[name] ?? limits[name]!;
    if (limit !== undefined) result.limits[name] = limit;
  }
  return result;
}
