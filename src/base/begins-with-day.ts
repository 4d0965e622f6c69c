/** Returns whether a text begins with a day that exists, such as 2028-02-29. `Date.parse` takes February 30 for March 2. */
export function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${day}T`);
}
