import type { KubeClient, ResourceClient } from '../../src/kubernetes/kube-client.ts';
import type { KubeObject } from '../../src/kubernetes/kube-object.ts';
import type { Rendered } from './chart.ts';

/**
 * Rights, each as `verb resource`. The name of the object follows if the rule covers only that
 * object.
 */
export type Rights = Set<string>;

interface Rule {
  resources: string[];
  resourceNames?: string[];
  verbs: string[];
}

/** Returns the rights that Roles grant. */
export function rightsOf(roles: Rendered[]): string[] {
  return roles
    .flatMap(({ rules = [] }) => rules as Rule[])
    .flatMap(({ resources, resourceNames = [''], verbs }) =>
      resources.flatMap((resource) =>
        resourceNames.flatMap((name) => verbs.map((verb) => rightOf(verb, resource, name))),
      ),
    );
}

/**
 * Returns a client that forwards calls, and the rights that the calls use. Each call adds its
 * right with and without the name of the object.
 */
export function usedRights(inner: KubeClient): { client: KubeClient; used: Rights } {
  const used: Rights = new Set();
  const noting = <T extends KubeObject>(of: ResourceClient<T>, plural: string): ResourceClient<T> =>
    new Proxy(of, {
      get(target, method: keyof ResourceClient<T>) {
        const call = target[method] as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          const verbs = method === 'listerWatcher' ? ['list', 'watch'] : [method];
          const name = typeof args[0] === 'string' ? args[0].split('/').at(-1)! : '';
          for (const verb of verbs) {
            used.add(rightOf(verb, plural, '')).add(rightOf(verb, plural, name));
          }
          return call.apply(target, args);
        };
      },
    });
  const resource: KubeClient['resource'] = (kind) => noting(inner.resource(kind), kind.plural);
  return { client: Object.create(inner, { resource: { value: resource } }) as KubeClient, used };
}

function rightOf(verb: string, resource: string, name: string): string {
  return [verb, resource, name].filter((part) => part !== '').join(' ');
}
