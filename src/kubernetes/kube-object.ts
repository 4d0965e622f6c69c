/** The fields that the runtime reads from any Kubernetes object. */
export interface KubeObject {
  metadata?: {
    name?: string;
    generateName?: string;
    namespace?: string;
    resourceVersion?: string;
    managedFields?: unknown;
  };
}

/** client-node's types as the API sends them: dates are strings, because responses are not converted. */
export type Wire<T> = T extends Date
  ? string
  : T extends (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;

/** An object to write: its type and some of its fields. */
export type Draft<T> = DeepPartial<T> & {
  apiVersion: string;
  kind: string;
  metadata: { name?: string; generateName?: string; namespace?: string };
};

type DeepPartial<T> = T extends unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> }
    : T;

/** Returns the key of an object in caches and queues: `namespace/name`, or `name` without a namespace. */
export function keyOfObject({ metadata = {} }: KubeObject): string {
  const { name = '', namespace } = metadata;
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Returns the current time as a Kubernetes MicroTime, with six decimal digits. */
export function microTime(): string {
  return new Date().toISOString().replace('Z', '000Z');
}
