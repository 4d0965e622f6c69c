import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodeBlock, ParsedDocument, Section } from '../document.ts';
import { codeExtensions, codeLanguageOf } from './languages.ts';
import { parseCode } from './parse-code.ts';

async function parse(path: string, content: string): Promise<ParsedDocument> {
  return parseCode({ path, format: 'code', content, hash: '' });
}

function section({ sections }: ParsedDocument, name: string): Section {
  const found = sections.find(({ headings }) => headings.at(-1) === name);
  if (!found)
    throw new Error(
      `no section ${name} among ${sections.map((s) => s.headings.at(-1)).join(' | ')}`,
    );
  return found;
}

function text({ blocks }: Section): string {
  return blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('\n');
}

function codes({ blocks }: Section): CodeBlock[] {
  return blocks.filter((block) => block.kind === 'code');
}

function names({ sections }: ParsedDocument): string[] {
  return sections.map(({ headings }) => headings.at(-1)!);
}

describe('the language of a path', () => {
  it.each([
    ['src/a.ts', 'ts'],
    ['a.d.mts', 'ts'],
    ['A.TSX', 'tsx'],
    ['lib/x.cjs', 'js'],
    ['x.jsx', 'jsx'],
    ['pkg/m.py', 'python'],
    ['m.go', 'go'],
    ['A.java', 'java'],
    ['lib.rs', 'rust'],
    ['README.md', undefined],
    ['Makefile', undefined],
    ['dir.ts/file', undefined],
  ])('%s is %s', (path, language) => {
    expect(codeLanguageOf(path)).toBe(language);
  });
});

describe('TypeScript', () => {
  const source = `
import { x } from './x.js';

/**
 * Opens a connection to {@link Server}.
 *
 * @param url - where to connect
 * @param {number} [timeout=30] seconds to wait
 * @returns a connection
 * @throws {TypeError} when the URL is not one
 * @deprecated use {@link Client.open}
 * @example
 * const c = await connect('http://x');
 * c.close();
 */
export async function connect(url: string, timeout = 30): Promise<Connection> {
  return new Connection(url, { timeout });
}

/** A pool of things, shared by all callers of the module and closed with it. */
export class Pool<T> extends Base implements Closeable {
  #secret = 1;
  private hidden = 2;
  readonly size: number;
  constructor(size: number) { super(); this.size = size; }
  /**
   * Takes one thing out of the pool.
   * @param wait how long to wait
   */
  take(wait: number): T;
  take(wait: string): T;
  take(wait: unknown): T { return this.#get(wait); }
  /** Closes it. */
  async close(): Promise<void> {}
  /** @internal */
  debug() {}
}

/** How a pool is made. */
export interface PoolOptions {
  /** At most so many. */
  max: number;
}

export type Id = string | number;
export const limits = { a: 1 };
const own = 1;
function helper() {}
/** Doubles a number. */
const double = (n: number): number => n * 2;
export { double };
export * from './other.js';
`;

  it('gives a documented function one atomic section with its words, its signature and its example', async () => {
    const found = section(await parse('src/net/client.ts', source), 'connect');
    expect(found).toMatchObject({
      headings: ['net/client', 'connect'],
      atomic: true,
      anchor: 'L16',
    });
    expect(codes(found)).toEqual([
      {
        kind: 'code',
        language: 'ts',
        code: 'export async function connect(url: string, timeout = 30): Promise<Connection>',
      },
      { kind: 'code', language: 'ts', code: "const c = await connect('http://x');\nc.close();" },
    ]);
    expect(text(found)).toBe(
      [
        'Opens a connection to `Server`.',
        'Parameters:',
        '- `url`: where to connect\n- `timeout` (`number`, optional, default `30`): seconds to wait',
        'Returns: a connection',
        'Throws `TypeError`: when the URL is not one',
        '**Deprecated**: use `Client.open`',
      ].join('\n\n') + '\n\n',
    );
  });

  it('lists the public members of a class and gives a long comment its own section', async () => {
    const document = await parse('src/pool.ts', source);
    expect(codes(section(document, 'Pool'))[0]!.code).toBe(
      `export class Pool<T> extends Base implements Closeable {
    readonly size: number;
    constructor(size: number);
    // Takes one thing out of the pool.
    take(wait: number): T;
    take(wait: string): T;
    // Closes it.
    async close(): Promise<void>;
}`,
    );
    expect(text(section(document, 'Pool.take'))).toContain('- `wait`: how long to wait');
    expect(names(document)).not.toContain('Pool.close');
    expect(names(document)).not.toContain('Pool.debug');
  });

  it('shows an interface whole and packs what has no comment into one section', async () => {
    const document = await parse('src/pool.ts', source);
    expect(codes(section(document, 'PoolOptions'))[0]!.code).toContain(
      '/** At most so many. */\n  max: number;',
    );
    const exported = section(document, 'Exports');
    expect(exported.atomic).toBeUndefined();
    expect(codes(exported)[0]!.code).toBe(
      'export type Id = string | number;\nexport const limits = { a: 1 }',
    );
  });

  it('finds what a later statement exports and leaves out what none does', async () => {
    const document = await parse('src/pool.ts', source);
    expect(codes(section(document, 'double'))[0]!.code).toBe(
      'const double = (n: number): number => …',
    );
    expect(JSON.stringify(document)).not.toMatch(/helper|own = 1|#secret|hidden/);
  });

  it('reads declaration files, modules and namespaces', async () => {
    const document = await parse(
      'types/index.d.ts',
      `declare module 'thing' {
  /** Makes it. */
  function make(): void;
  namespace inner { /** Deep. */ const value: number; }
}
/** Global. */
declare function globally(a: string): void;`,
    );
    expect(names(document)).toEqual(['make', 'inner.value', 'globally']);
  });
});

describe('JavaScript', () => {
  it('reads CommonJS exports, assignments to members and JSX', async () => {
    const document = await parse(
      'lib/app.jsx',
      `'use strict';
exports = module.exports = createApp;
/**
 * Create an app.
 * @return {Function}
 * @api public
 */
function createApp() { return <App />; }
/** Adds a route.
 * @public */
app.route = function route(path) { return this; };
/** Not for you.
 * @private */
app.secret = function secret() {};
/** Says hello. */
Greeter.prototype.hello = function () {};
/** Nobody sees it. */
function inside() {}
`,
    );
    expect(names(document)).toEqual(['createApp', 'app.route', 'Greeter.hello']);
    expect(codes(section(document, 'app.route'))[0]).toEqual({
      kind: 'code',
      language: 'jsx',
      code: 'app.route = function route(path)',
    });
  });
});

describe('Python', () => {
  const source = `"""Utilities for greeting.

Use :func:\`greet\`.
"""
import os

DEFAULT = "hello"
_private = 1

def greet(name: str, *, loud: bool = False) -> str:
    """Greet somebody.

    :param name: who to greet
    :type name: str
    :param bool loud: in capitals
    :returns: the greeting
    :raises ValueError: without a name

    >>> greet("Ann")
    'hello Ann'

    .. versionadded:: 1.2
    """
    return DEFAULT

class Greeter(Base):
    """Greets many.

    Args:
        names (list[str]): who
        limit: at most so many
            of them

    Example::

        Greeter(["a"]).run()
    """
    def __init__(self, names, limit=3):
        self.names = names

    @property
    def size(self) -> int:
        """How many."""
        return 1

    @size.setter
    def size(self, value): ...

    def _hidden(self): ...

    async def run(self, *args):
        """Run it.

        Parameters
        ----------
        args : tuple
            What to pass.

        Returns
        -------
        int
            The number of greetings.
        """

def _internal(): "no"
`;

  it('reads reST fields, doctests and notes on versions', async () => {
    const found = section(await parse('src/greeting/core.py', source), 'greet');
    expect(found).toMatchObject({
      headings: ['greeting.core', 'greet'],
      anchor: 'L10',
      atomic: true,
    });
    expect(codes(found)).toEqual([
      {
        kind: 'code',
        language: 'python',
        code: 'def greet(name: str, *, loud: bool = False) -> str',
      },
      { kind: 'code', language: 'python', code: `>>> greet("Ann")\n'hello Ann'` },
    ]);
    expect(text(found)).toBe(
      `Greet somebody.

- \`name\` (\`str\`): who to greet
- \`loud\` (\`bool\`): in capitals
- Returns: the greeting
- Raises \`ValueError\`: without a name


**Version added 1.2**`,
    );
  });

  it('reads Google sections and literal blocks of a class, its members as stubs', async () => {
    const found = section(await parse('greeting/core.py', source), 'Greeter');
    expect(codes(found).map(({ code }) => code)).toEqual([
      `class Greeter(Base):
    def __init__(self, names, limit=3): ...
    # How many.
    @property
    def size(self) -> int: ...
    # Run it.
    async def run(self, *args): ...`,
      'Greeter(["a"]).run()',
    ]);
    expect(text(found)).toContain(
      '**Args**\n\n- `names` (`list[str]`): who\n- `limit`: at most so many of them',
    );
  });

  it('reads NumPy sections of a method and the comment of the module', async () => {
    const document = await parse('greeting/core.py', source);
    const run = text(section(document, 'Greeter.run'));
    expect(run).toContain('**Parameters**\n\n- `args` (`tuple`): What to pass.');
    expect(run).toContain('**Returns**\n\n- `int`: The number of greetings.');
    expect(document.sections[0]).toMatchObject({ headings: ['greeting.core'], level: 1 });
    expect(text(document.sections[0]!)).toContain('Use `greet`.');
    expect(codes(section(document, 'Exports'))[0]!.code).toBe('DEFAULT = "hello"');
  });
});

describe('Go', () => {
  const source = `// Copyright 2024.

// Package shelf keeps books.
//
// # Usage
//
// Open one:
//
//	s := shelf.Open("x")
//	defer s.Close()
package shelf

//go:generate stringer

// ErrFull is returned by [Shelf.Put].
var ErrFull = errors.New("full")

// A Shelf holds books.
type Shelf struct {
	// Max is the most it holds.
	Max int
	mu  sync.Mutex
}

// Put adds b to the shelf.
// It returns [ErrFull] when there is no room.
func (s *Shelf[T]) Put(b Book) error {
	return nil
}

func (s *Shelf) hide() {}

func (o *other) Visible() {}

// Kinds of books.
const (
	Novel = iota
	Poem
)

func Open(name string) *Shelf { return nil }
`;

  it('reads the package, exported names with their comments and methods under their receiver', async () => {
    const document = await parse('pkg/store/shelf/shelf.go', source);
    expect(document.title).toBe('store/shelf');
    expect(names(document)).toEqual([
      'store/shelf',
      'Usage',
      'ErrFull',
      'Shelf',
      'Shelf.Put',
      'Novel, Poem',
      'Exports',
    ]);
    expect(codes(section(document, 'Usage'))[0]).toEqual({
      kind: 'code',
      language: 'go',
      code: 's := shelf.Open("x")\ndefer s.Close()',
    });
    expect(text(section(document, 'Shelf.Put'))).toContain('It returns `ErrFull` when');
    expect(codes(section(document, 'Exports'))[0]!.code).toBe('func Open(name string) *Shelf');
  });

  it('leaves the unexported fields of a struct out', async () => {
    const [shelf] = codes(section(await parse('shelf.go', source), 'Shelf'));
    expect(shelf!.code).toBe(
      'type Shelf struct {\n    // Max is the most it holds.\n    Max int\n    // private fields\n}',
    );
  });

  it('documents neither commands nor internal packages', async () => {
    expect(
      (await parse('cmd/x/main.go', '// Run runs.\npackage main\n// X is.\nfunc X() {}')).sections,
    ).toHaveLength(1);
    expect((await parse('internal/x/x.go', source)).sections).toEqual([]);
  });
});

describe('Java', () => {
  const source = `package com.acme.json;

import java.util.*;

/**
 * Reads <b>JSON</b> into {@link Map}s such as {@code Map<String, ?>}.
 *
 * <p>Use it so:
 * <pre>{@code
 *   Reader r = new Reader();
 *   r.read("{}");
 * }</pre>
 * <ul>
 *   <li>fast</li>
 *   <li>small &amp; simple</li>
 * </ul>
 * @param <T> kind of value
 * @since 1.2
 */
@SuppressWarnings("all")
public final class Reader<T> implements Closeable {
  /** Most bytes. */
  public static final int MAX = 10;
  private int count;

  /**
   * Reads one value.
   *
   * @param text the JSON, see {@linkplain #MAX the limit}
   * @return the value
   * @throws IOException if it cannot
   */
  @Override
  public T read(String text) throws IOException { return null; }
  public T read(byte[] bytes) { return null; }

  void packagePrivate() {}

  /** What a value is. */
  public enum Kind { A, B }
}

class Hidden { /** no */ public void x() {} }
`;

  it('reduces HTML and inline tags, keeps preformatted code and lists the tags', async () => {
    const found = section(await parse('src/main/java/com/acme/json/Reader.java', source), 'Reader');
    expect(found.headings).toEqual(['com.acme.json', 'Reader']);
    expect(codes(found).map(({ code }) => code)).toEqual([
      `@SuppressWarnings("all")
public final class Reader<T> implements Closeable {
    // Most bytes.
    public static final int MAX = 10;
    // Reads one value.
    public T read(String text) throws IOException;
    public T read(byte[] bytes);
    // What a value is.
    public enum Kind;
}`,
      'Reader r = new Reader();\nr.read("{}");',
    ]);
    expect(text(found)).toContain('Reads **JSON** into `Map`s such as `Map<String, ?>`.');
    expect(text(found)).toContain('- fast\n- small & simple');
    expect(text(found)).toContain('Parameters:\n\n- `<T>`: kind of value\n\nSince: 1.2');
  });

  it('gives methods with tags and nested types their own sections, package-private ones none', async () => {
    const document = await parse('Reader.java', source);
    expect(names(document)).toEqual(['Reader', 'Reader.read', 'Reader.Kind']);
    expect(text(section(document, 'Reader.read'))).toBe(
      'Reads one value.\n\nParameters:\n\n- `text`: the JSON, see the limit\n\nReturns: the value\n\nThrows:\n\n- `IOException`: if it cannot\n',
    );
  });
});

describe('Rust', () => {
  const source = `//! A crate for counting.
//!
//! # Example
//!
//! \`\`\`
//! # use counter::Counter;
//! let c = Counter::new();
//! \`\`\`

/// Counts up.
///
/// # Panics
///
/// When it overflows, see [\`Counter::add\`].
///
/// [\`Counter::add\`]: crate::Counter::add
#[derive(Debug)]
pub struct Counter<T> {
    /// How far.
    pub value: T,
    step: u32,
}

impl<T: Copy> Counter<T> {
    /// Makes a counter that starts at nought.
    pub fn new() -> Self where T: Default { todo!() }

    /// Adds to it, by more than one at a time where that is wanted, and gives back what it then is, checked.
    ///
    /// \`\`\`no_run
    /// counter.add(2);
    /// \`\`\`
    #[inline]
    pub fn add(&mut self, by: u32) -> T { todo!() }
    fn secret(&self) {}
}

impl<T> Drop for Counter<T> { fn drop(&mut self) {} }

/// What counts.
pub trait Count {
    /// One more.
    fn next(&mut self) -> u32;
}

pub(crate) fn hidden() {}
pub type Small = Counter<u8>;

#[cfg(test)]
mod tests { /// no
  pub fn test_it() {} }
`;

  it('reads the crate, items, inherent methods and traits, and leaves the rest', async () => {
    const document = await parse('crates/my-counter/src/lib.rs', source);
    expect(document.title).toBe('my_counter');
    expect(names(document)).toEqual([
      'my_counter',
      'Example',
      'Counter',
      'impl Counter',
      'Counter::add',
      'Count',
      'Exports',
    ]);
    expect(codes(section(document, 'Example'))[0]!.code).toBe('let c = Counter::new();');
    expect(codes(section(document, 'Counter'))[0]!.code).toBe(
      'pub struct Counter<T> {\n    /// How far.\n    pub value: T,\n    // private fields\n}',
    );
    expect(text(section(document, 'Counter'))).toBe(
      'Counts up.\n\n**Panics**\n\nWhen it overflows, see [`Counter::add`].\n',
    );
    expect(codes(section(document, 'Counter::add'))).toEqual([
      { kind: 'code', language: 'rust', code: 'pub fn add(&mut self, by: u32) -> T' },
      { kind: 'code', language: 'rust', code: 'counter.add(2);' },
    ]);
  });
});

describe('what is not documentation', () => {
  const documented = '/** Doc. */\nexport function f() {}\n';

  it.each([
    ['a test', 'src/a.test.ts', documented],
    ['a fixture', 'test/fixtures/a.ts', documented],
    ['a vendored file', 'vendor/x/a.js', documented],
    ['a generated file', 'src/a.ts', `// Code generated by tool. DO NOT EDIT.\n${documented}`],
    ['a minified file', 'src/a.js', `${documented}${'var a=1;'.repeat(1000)}`],
    ['another language', 'src/a.rb', documented],
    ['a file over a megabyte', 'src/a.ts', documented + '// x\n'.repeat(200_001)],
    ['an empty file', 'src/a.ts', ''],
  ])('%s has no sections', async (_, path, content) => {
    expect((await parse(path, content)).sections).toEqual([]);
  });

  it('a large file without a comment lists nothing, a small one its exports', async () => {
    const line = 'export const value = 1;\n';
    expect(names(await parse('src/a.ts', line))).toEqual(['Exports']);
    expect((await parse('src/a.ts', line.repeat(1000))).sections).toEqual([]);
  });
});

describe('hostile sources', () => {
  it('a syntax error leaves the rest of the file readable', async () => {
    const broken =
      '/** A. */\nexport function a() {}\nexport class {{{ ]\n/** B. */\nexport function b(x) {}\n';
    expect(names(await parse('src/a.ts', broken))).toContain('a');
  });

  it.each([
    ['open brackets', '('.repeat(50_000)],
    ['nested objects', 'export const a = ' + '{a:'.repeat(100_000)],
    ['nested namespaces', 'export namespace a {'.repeat(20_000)],
    ['an endless comment', '/** ' + '*'.repeat(200_000)],
    ['a comment of blanks', `/** ${' '.repeat(200_000)}@param x */\nexport function f() {}`],
    ['a comment of empty lines', `/**${'\n'.repeat(200_000)}@api x */\nexport function f() {}`],
    ['a comment of tags', `/**${'\n * @param {{{{ x'.repeat(20_000)} */\nexport function f() {}`],
    ['many symbols', '/** D. */ export const a = 1;\n'.repeat(4000)],
    ['open markup', `/** ${'<a href="{@link <code>'.repeat(10_000)} */\nexport function f() {}`],
  ])(
    '%s comes to an end in every language',
    async (_, content) => {
      for (const extension of ['.ts', '.js', '.java', '.rs', '.go', '.py']) {
        const { sections } = await parse(`src/a${extension}`, content);
        expect(sections.length).toBeLessThan(5000);
      }
    },
    60_000,
  );

  it('an endless docstring is bounded', async () => {
    const doc = ':param a: b\n    '.repeat(30_000);
    const document = await parse('a.py', `def f():\n    """${doc}"""\n`);
    const size = document.sections
      .flatMap(({ blocks }) => blocks)
      .reduce((sum, block) => sum + JSON.stringify(block).length, 0);
    expect(size).toBeLessThan(6000);
  });
});

describe('any text in any language', () => {
  const pieces = fc.constantFrom(
    '/**',
    '*/',
    '///',
    '//!',
    '"""',
    "'''",
    '`',
    '```',
    '\n',
    '    ',
    '@param ',
    '@example\n',
    '{@link ',
    '}',
    '{',
    '(',
    ')',
    'export ',
    'class A ',
    'function f',
    'def f(a):',
    'pub fn f()',
    'func F()',
    'public ',
    'type T ',
    'impl A ',
    ':param x: y',
    'Args:',
    '>>> f()',
    '.. note::',
    '::',
    '---',
    '<pre>',
    '<code>',
    'é',
    '😀',
    '\u0000',
    '\r\n',
    '=',
    ';',
    'x',
  );
  it('terminates without throwing, with whole blocks, headings and anchors', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...codeExtensions),
        fc.oneof(
          fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
          fc.string({ maxLength: 300 }),
        ),
        async (extension, content) => {
          const { sections, title } = await parse(`src/a${extension}`, content);
          expect(title).not.toBe('');
          for (const { headings, anchor, blocks } of sections) {
            expect(headings.every((heading) => heading !== '')).toBe(true);
            expect(anchor).toMatch(/^L[1-9]\d*$/);
            expect(blocks.length).toBeGreaterThan(0);
            expect(
              blocks.every(
                (block) => (block.kind === 'text' ? block.text : block.code).trim() !== '',
              ),
            ).toBe(true);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
