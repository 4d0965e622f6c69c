/** Returns the index values of an object, as in `(job) => [job.metadata.labels.app]`. */
export type Indexes<T> = Record<string, (object: T) => string[]>;

/** Objects by key and by the values of each index. */
export class ObjectCache<T> {
  private readonly objects = new Map<string, T>();
  private readonly indexes: Indexes<T>;
  /** Keys by index, then value. */
  private readonly keys = new Map<string, Map<string, Set<string>>>();

  constructor(indexes: Indexes<T>) {
    this.indexes = indexes;
    for (const name of Object.keys(indexes)) this.keys.set(name, new Map());
  }

  get(key: string): T | undefined {
    return this.objects.get(key);
  }

  list(): T[] {
    return [...this.objects.values()];
  }

  entries(): [string, T][] {
    return [...this.objects];
  }

  byIndex(name: string, value: string): T[] {
    const values = this.keys.get(name);
    if (!values) throw new Error(`there is no index ${name}`);
    return [...(values.get(value) ?? [])].map((key) => this.objects.get(key)!);
  }

  set(key: string, object: T): void {
    this.delete(key);
    this.objects.set(key, object);
    for (const [values, value] of this.valuesOf(object)) {
      const keys = values.get(value);
      if (keys) keys.add(key);
      else values.set(value, new Set([key]));
    }
  }

  delete(key: string): void {
    const object = this.objects.get(key);
    if (object === undefined) return;
    this.objects.delete(key);
    for (const [values, value] of this.valuesOf(object)) {
      const keys = values.get(value);
      keys?.delete(key);
      if (keys?.size === 0) values.delete(value);
    }
  }

  private *valuesOf(object: T): Iterable<[Map<string, Set<string>>, string]> {
    for (const [name, valuesOf] of Object.entries(this.indexes)) {
      for (const value of valuesOf(object)) yield [this.keys.get(name)!, value];
    }
  }
}
