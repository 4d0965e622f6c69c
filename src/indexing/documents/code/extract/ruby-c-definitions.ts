/** What a source in C defines for Ruby. */
export interface RubyDefinition {
  kind: 'type' | 'method' | 'value';
  /** With the classes around it: `Acme::Saw#cut`. */
  name: string;
  ownName: string;
  owner: string;
  /** The function of C; '' for others. */
  function: string;
  signature: string;
  /** Index of the definition in the source. */
  at: number;
}

const call = /(?:\b(\w+)\s*=\s*)?\brb_(?:define|struct_define)_(\w+)\s*\(([^;]{0,400}?)\)\s*;/g;
/** Methods that Ruby calls. */
const hidden = /^(?:initialize_(?:copy|dup|clone)|respond_to_missing\?|_.*)$/;
const mostParameters = 15;

/** Returns the classes, methods and constants that a source defines with `rb_define_class` and similar functions. */
export function rubyDefinitions(content: string): RubyDefinition[] {
  const types = new Map<string, string>();
  const outer = outerNames(content);
  const found: RubyDefinition[] = [];
  for (const match of content.matchAll(call)) {
    const [, variable = '', kind = '', written = ''] = match;
    const values = written.split(',').map((value) => value.trim());
    const at = match.index;
    const type = typeIn(kind, values, { types, outer });
    if (type) {
      if (variable !== '') types.set(variable, type.name);
      found.push({ ...type, at });
      continue;
    }
    const member = memberIn(kind, values, types);
    if (member) found.push({ ...member, at });
  }
  return found;
}

type Found = Omit<RubyDefinition, 'at'>;

interface Known {
  /** Names of classes, by the variables of this source. */
  types: Map<string, string>;
  /** Names around classes, by their own names. */
  outer: ReadonlyMap<string, string>;
}

/** Returns what stands most often before a name in the text, as `Acme` in `Acme::Saw`. Another source can define it. */
function outerNames(content: string): Map<string, string> {
  const counts = new Map<string, number>();
  for (const [name] of content.matchAll(/\b[A-Z]\w{0,60}(?:::[A-Z]\w{0,60}){1,6}/g)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rising = [...counts].sort(([, a], [, b]) => a - b);
  return new Map(
    rising.map(([name]) => {
      const at = name.lastIndexOf('::');
      return [name.slice(at + 2), name.slice(0, at)];
    }),
  );
}

function typeIn(
  kind: string,
  values: readonly string[],
  { types, outer }: Known,
): Found | undefined {
  const [, word = '', under] = /^(class|module)(_under)?$/.exec(kind) ?? [];
  const own = textOf(values[under === undefined ? 0 : 1]);
  if (word === '' || own === '') return undefined;
  const owner = under === undefined ? '' : outerName(values[0] ?? '', own, { types, outer });
  const name = owner === '' || owner === 'Object' ? own : `${owner}::${own}`;
  return { kind: 'type', name, ownName: own, owner, function: '', signature: `${word} ${name}` };
}

/** Returns the name of the class around another one. The text can show that of a class from another source. */
function outerName(variable: string, own: string, { types, outer }: Known): string {
  const written = outer.get(own);
  const isOther = !types.has(variable) && !variable.startsWith('rb_');
  if (written !== undefined && isOther) types.set(variable, written);
  return typeName(variable, types);
}

/** Signs between a class and its members, by the functions that define them. */
const signs = new Map([
  ['method', '#'],
  ['singleton_method', '.'],
  ['module_function', '.'],
  ['global_function', '#'],
  ['attr', '#'],
  ['const', '::'],
]);

function memberIn(
  kind: string,
  values: readonly string[],
  types: ReadonlyMap<string, string>,
): Found | undefined {
  const sign = signs.get(kind);
  if (sign === undefined) return undefined;
  const isGlobal = kind === 'global_function';
  const [type = '', name, target = '', count] = isGlobal ? ['rb_mKernel', ...values] : values;
  const own = textOf(name);
  if (own === '' || hidden.test(own)) return undefined;
  const owner = typeName(type, types);
  const member = { ownName: own, owner, function: functionIn(target) };
  if (kind === 'const' || kind === 'attr') {
    return { ...member, kind: 'value', name: owner + sign + own, signature: own };
  }
  const isNew = own === 'initialize';
  const shown = isNew ? 'new' : own;
  const signature = shown + parameters(count);
  return { ...member, kind: 'method', name: owner + (isNew ? '.' : sign) + shown, signature };
}

function functionIn(target: string): string {
  return /\w+/.exec(target.replace(/^RUBY_METHOD_FUNC\(/, ''))?.[0] ?? '';
}

/** Returns a name between quotation marks; '' for anything else. */
function textOf(value = ''): string {
  return /^"([^"\s]{1,100})"$/.exec(value)?.[1] ?? '';
}

/** Returns the class of a variable: of this source, of Ruby itself (`rb_cArray`), or by its name. */
function typeName(variable: string, types: ReadonlyMap<string, string>): string {
  const known = types.get(variable);
  if (known !== undefined) return known;
  const [, singleton] = /^rb_singleton_class\((\w+)\)?$/.exec(variable) ?? [];
  if (singleton !== undefined) return typeName(singleton, types);
  return variable.replace(/^(?:\w+_)?[cme](?=[A-Z])/, '');
}

/** Returns parameters as RDoc names them, by their number. It is negative for any number. */
function parameters(count = ''): string {
  const number = Number(count);
  if (!Number.isInteger(number) || number < 0) return count === '' ? '' : '(*args)';
  const names = Array.from({ length: Math.min(number, mostParameters) }, (_, at) => `p${at + 1}`);
  return number === 0 ? '' : `(${names.join(', ')})`;
}
