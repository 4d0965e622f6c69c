/** Maps each key to its holders. */
export class Postings<Holder> {
  private readonly byKey = new Map<string, Holder[]>();

  add(keys: Iterable<string>, holder: Holder): void {
    for (const key of keys) {
      const holders = this.byKey.get(key);
      if (holders) holders.push(holder);
      else this.byKey.set(key, [holder]);
    }
  }

  remove(keys: Iterable<string>, holder: Holder): void {
    for (const key of keys) {
      const rest = this.get(key).filter((candidate) => candidate !== holder);
      if (rest.length > 0) this.byKey.set(key, rest);
      else this.byKey.delete(key);
    }
  }

  get(key: string): Holder[] {
    return this.byKey.get(key) ?? [];
  }
}
