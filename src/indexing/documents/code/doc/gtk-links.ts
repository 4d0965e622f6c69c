/** Prefixes in C of namespaces, if they differ. */
const prefixes = new Map([
  ['GLib', 'G'],
  ['GObject', 'G'],
  ['Gio', 'G'],
  ['GModule', 'G'],
]);
/** Kinds of links whose last name is a member, with how to write it. The owner is a type, or the prefix of the library. */
const members = new Map<string, (owner: string, name: string) => string>([
  ['method', (owner, name) => `${snakeCase(owner)}_${name}()`],
  ['ctor', (owner, name) => `${snakeCase(owner)}_${name}()`],
  ['func', (owner, name) => `${snakeCase(owner)}_${name}()`],
  ['vfunc', (owner, name) => `${owner}.${name}()`],
  ['const', (owner, name) => `${snakeCase(owner).toUpperCase()}_${name}`],
]);
/** Number of names of a link without a namespace. */
const shortLinks = new Map([
  ['method', 2],
  ['ctor', 2],
  ['vfunc', 2],
]);

/**
 * Returns the name in C of what a link of gi-docgen means: `acme_saw_cut()` for `method` and `Acme.Saw.cut`. A link without a namespace
 * means that of the file, whose names begin with `prefix`.
 */
export function linkedSymbol(kind: string, target: string, prefix: string): string {
  const [, path = '', detail = ''] = /^([\w.]+)((?:::?|\|)[\w.:-]+)?$/.exec(target) ?? [];
  if (path === '' || kind === 'id') return kind === 'id' ? `${target}()` : target;
  const whole = wholeName(path.split('.'), shortLinks.get(kind) ?? 1, prefix);
  const owner = whole.slice(0, -1).join('');
  const last = whole.at(-1)!;
  const written = members.get(kind);
  if (written) return written(owner, last);
  // The value of an enumeration, as in `Gtk.Align.center`.
  const isValue = whole.length > 2 && /^[a-z][a-z\d_]*$/.test(last);
  return (isValue ? `${snakeCase(owner)}_${last}`.toUpperCase() : owner + last) + detail;
}

/** Returns names with the prefix in C of their namespace. Up to `short` names have none. */
function wholeName(names: readonly string[], short: number, prefix: string): string[] {
  if (names.length <= short) return [prefix, ...names];
  const [namespace = '', ...rest] = names;
  return [prefixes.get(namespace) ?? namespace, ...rest];
}

/** Returns the name of a type as functions begin with it: `gtk_list_box_row` for `GtkListBoxRow`. */
function snakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]{2,})([A-Z][a-z])/g, '$1_$2')
    .replace(/^([A-Z])([A-Z][a-z])/, '$1_$2')
    .toLowerCase();
}
