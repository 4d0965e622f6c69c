import { finalizer, type Library, type ObjectMeta } from '../../resources/library.ts';

/** Returns whether a Library stays until Lectern has removed its content. */
export function hasFinalizer({ metadata }: Library): boolean {
  return metadata.finalizers?.includes(finalizer) ?? false;
}

/** Adds Lectern's finalizer to those of other controllers. */
export function withFinalizer({ metadata }: Library): Pick<ObjectMeta, 'finalizers'> {
  return { finalizers: [...new Set(metadata.finalizers).add(finalizer)] };
}

/** Removes only Lectern's finalizer. */
export function withoutFinalizer({ metadata }: Library): Pick<ObjectMeta, 'finalizers'> {
  return { finalizers: (metadata.finalizers ?? []).filter((held) => held !== finalizer) };
}
