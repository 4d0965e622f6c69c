import { describe, expect, test } from 'vitest';
import { codes, names, section, text } from '../../../../test/support/sections.ts';
import { parseSource as parse } from '../../../../test/support/source-code.ts';
import { codeLanguageOf } from './languages.ts';

test.each([
  ['libs/saw-core/saw/cut/fast.py', 'saw.cut.fast'],
  ['packages/saw/src/saw/oil.py', 'saw.oil'],
  ['libs/saw/cut.py', 'libs.saw.cut'],
])('the title of the module %s is %s', async (path, title) => {
  expect((await parse(path, '"""Cuts."""\n')).title).toBe(title);
});

describe('the language of a path', () => {
  test.each([
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

  test('gives a documented function one atomic section with its words, its signature and its example', async () => {
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

  test('lists the public members of a class and gives a long comment its own section', async () => {
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

  test('shows an interface whole and puts members without a comment into one section', async () => {
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

  test('lists an export without a comment as one short line', async () => {
    const long = `export declare function many(${'option: string, '.repeat(30)}last: string): void;`;
    const document = await parse(
      'persist.d.ts',
      `/** Saves. */\nexport declare function save(): void;\nexport interface Storage<S> {\n  getItem: (name: string) => S | null;\n}\nexport declare function short(\n  name: string,\n): void;\n${long}\n`,
    );

    const [listed] = codes(section(document, 'Exports'));
    const lines = listed!.code.split('\n');
    expect(lines.slice(0, 2)).toEqual([
      'export interface Storage<S> …',
      'export declare function short( name: string, ): void;',
    ]);
    expect(lines[2]).toMatch(/^export declare function many\(.* …$/);
    expect(lines[2]!.length).toBeLessThan(170);
  });

  test('finds symbols that a later statement exports, and leaves out symbols that are not exported', async () => {
    const document = await parse('src/pool.ts', source);
    expect(codes(section(document, 'double'))[0]!.code).toBe(
      'const double = (n: number): number => …',
    );
    expect(JSON.stringify(document)).not.toMatch(/helper|own = 1|#secret|hidden/);
  });

  test('reads declaration files, modules and namespaces', async () => {
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

describe('examples', () => {
  const example = `"""Shows points.

Run it with the server.
"""
from app import figure

N = 4000
figure().circle(N)
`;

  test('are shown whole, below their comment', async () => {
    const { title, sections } = await parse('examples/plots/big_points.py', example);

    expect(title).toBe('Example: plots/big_points');
    expect(sections).toEqual([
      {
        headings: ['Example: plots/big_points'],
        level: 1,
        anchor: 'L1',
        atomic: true,
        blocks: [
          { kind: 'text', text: 'Shows points.\n\nRun it with the server.' },
          {
            kind: 'code',
            language: 'python',
            code: 'from app import figure\n\nN = 4000\nfigure().circle(N)',
          },
        ],
      },
    ]);
  });

  test('have the title of their comment, as in galleries of Sphinx', async () => {
    const gallery = '"""\n=============\nShortest path\n=============\n\nFind it.\n"""\nfind(1)\n';

    const { title, sections } = await parse('examples/plots/plot_path.py', gallery);

    expect(title).toBe('Example: Shortest path');
    expect(sections[0]!.blocks).toEqual([
      { kind: 'text', text: 'Find it.' },
      { kind: 'code', language: 'python', code: 'find(1)' },
    ]);
  });

  test('show the comment above their code once, in any language', async () => {
    const license = '// SPDX-License-Identifier: MIT\n\n';
    const doc = '//! Saws a log.\n//!\n//! ```sh\n//! cargo run\n//! ```\n\n';

    const { sections } = await parse('examples/saw.rs', `${license}${doc}fn main() {}\n`);

    expect(sections[0]!.blocks).toEqual([
      { kind: 'text', text: 'Saws a log.' },
      { kind: 'code', language: 'sh', code: 'cargo run' },
      { kind: 'code', language: 'rust', code: 'fn main() {}' },
    ]);
  });

  test('begin below the license of their file', async () => {
    const license = '// Copyright 2024 The Authors.\n// SPDX-License-Identifier: MIT\n\n';

    const { sections } = await parse('demo/app/src/main.ts', `${license}// Starts it.\nstart();\n`);

    expect(sections.map(({ headings }) => headings)).toEqual([['Example: app/main']]);
    expect(sections[0]!.blocks).toEqual([
      { kind: 'code', language: 'ts', code: '// Starts it.\nstart();' },
    ]);
  });

  test('that are programs of many lines are read as other code', async () => {
    const large = `${example}${'draw(1)\n'.repeat(1000)}`;

    expect((await parse('examples/big.py', large)).title).toBe('examples.big');
    expect((await parse('src/big.py', example)).title).toBe('big');
  });
});

describe('JavaScript', () => {
  test('a summary that begins the description is shown once', async () => {
    const comment = '/**\n * @summary Cuts wood.\n * @description\n * Cuts wood. Slowly.\n */';
    const document = await parse('saw.js', `${comment}\nexport function cut() {}\n`);
    expect(text(section(document, 'cut')).match(/Cuts wood/g)).toHaveLength(1);
  });

  test('reads CommonJS exports, assignments to members and JSX', async () => {
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

test('a method below a decorator keeps its comment', async () => {
  const document = await parse(
    'src/box.ts',
    `export class Box {
  /** Reacts to a click. @param e the event */
  @HostListener('click', ['$event'])
  onClick(e: Event): void {}
  /** Plain. */
  plain(): void {}
}
`,
  );
  expect(codes(section(document, 'Box'))[0]!.code).toContain('    // Plain.\n    plain(): void;');
  expect(codes(section(document, 'Box'))[0]!.code).toContain('onClick(e: Event): void;');
  const long = `export class Box {
  /**
   * Reacts.
   * @param e the event
   */
  @HostListener('click')
  onClick(e: Event): void {}
}
`;
  expect(text(section(await parse('src/box.ts', long), 'Box.onClick'))).toContain('the event');
});

test('a class of JavaScript shows its fields with their comments', async () => {
  const source =
    'export class Box {\n  /** Opens one. */\n  static open = (a) => 1;\n  #own = 2;\n}\n';
  expect(codes(section(await parse('src/box.js', source), 'Box'))[0]!.code).toBe(
    'export class Box {\n    // Opens one.\n    static open = (a) => …;\n}',
  );
});

describe('the value that a CommonJS module exports', () => {
  test('can be a class', async () => {
    const source =
      '/** Keeps sockets. */\nmodule.exports = class Agent {\n  /** Opens one. */\n  open(host) {}\n};\n';
    const found = section(await parse('src/agent.js', source), 'Agent');
    expect(text(found)).toContain('Keeps sockets.');
    expect(codes(found)[0]!.code).toContain('    // Opens one.\n    open(host);');
  });

  test('can be a function', async () => {
    const source =
      '/** Makes an error. */\nexports = module.exports = function createError(status) { return 1; };\n';
    const found = section(await parse('src/error.js', source), 'createError');
    expect(text(found)).toContain('Makes an error.');
    expect(codes(found)[0]!.code).toContain('function createError(status)');
  });

  test('can be an object whose entries have comments', async () => {
    const source = `/** Module exports. */
module.exports = {
  /** Joins parts. */
  join: function (a) {},
  /** Splits a path. */
  split(a) {},
  /** @private */
  own() {},
  helper,
};
`;
    const document = await parse('src/path.js', source);
    expect(names(document)).toEqual(['join', 'split']);
    expect(codes(section(document, 'join'))[0]!.code).toBe('join: function (a)');
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
        tone (str, optional) : how

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

  test('reads reST fields, doctests and notes on versions', async () => {
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

  test('reads Google sections and literal blocks of a class, its members as stubs', async () => {
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
      '**Args**\n\n- `names` (`list[str]`): who\n- `limit`: at most so many of them\n- `tone` (`str, optional`): how',
    );
  });

  test('does not list variables of types', async () => {
    const document = await parse('a.py', 'T = t.TypeVar("T")\nP = ParamSpec("P")\nSIZE = 3\n');

    expect(codes(section(document, 'SIZE'))[0]!.code).toBe('SIZE = 3');
  });

  test('reads NumPy sections of a method and the comment of the module', async () => {
    const document = await parse('greeting/core.py', source);
    const run = text(section(document, 'Greeter.run'));
    expect(run).toContain('**Parameters**\n\n- `args` (`tuple`): What to pass.');
    expect(run).toContain('**Returns**\n\n- `int`: The number of greetings.');
    expect(document.sections[0]).toMatchObject({ headings: ['greeting.core'], level: 1 });
    expect(text(document.sections[0]!)).toContain('Use `greet`.');
    expect(codes(section(document, 'DEFAULT'))[0]!.code).toBe('DEFAULT = "hello"');
  });

  test('shows mathematics, notes and links of a comment without their markup', async () => {
    const found = section(
      await parse(
        'a/rank.py',
        `def rank(graph, weight):
    r"""Rank the nodes.

    =====
    Terms
    =====

    The \`TrustRank\`_ [1]_ of a \`~graph.Node\` is

    .. math::

        r = a / n

    Parameters
    ----------
    graph : Graph

    weight : str
        The name.

    Examples
    --------
    >>> rank(g, "w")

    References
    ----------
    .. [1] A. Miller, "Ranks",
       2001.
    .. _TrustRank: https://example.com/TrustRank
    """
`,
      ),
      'rank',
    );
    expect(found.blocks).toEqual([
      {
        kind: 'text',
        text: 'Rank the nodes.',
      },
      { kind: 'code', language: 'python', code: 'def rank(graph, weight)' },
      { kind: 'text', text: '**Terms**\n\nThe TrustRank [1] of a `Node` is' },
      { kind: 'code', language: 'latex', code: 'r = a / n' },
      {
        kind: 'text',
        text: '**Parameters**\n\n- `graph` (`Graph`)\n- `weight` (`str`): The name.\n\n**Examples**',
      },
      { kind: 'code', language: 'python', code: '>>> rank(g, "w")' },
      { kind: 'text', text: '**References**\n\n[1] A. Miller, "Ranks", 2001.' },
    ]);
  });

  test('shows the comments and the strings that document attributes', async () => {
    const document = await parse(
      'pkg/conf.py',
      `"""Settings."""

#: Seconds before a request
#: is given up.
TIMEOUT = 5
SIZE = 3  #: Of a page.
OTHER = 4

class Config:
    #: Where to connect to.
    host: str = "x"
    plain = 1

    retries: int = 3
    """Attempts after the first failure, with an exponential delay between them, which begins at one second."""

    # Not shown.
    last = 2
    "One line."
`,
    );
    expect(names(document)).toEqual([
      'conf',
      'TIMEOUT',
      'SIZE',
      'Config',
      'Config.retries',
      'OTHER',
    ]);
    expect(text(section(document, 'TIMEOUT'))).toContain('Seconds before a request\nis given up.');
    expect(text(section(document, 'SIZE'))).toContain('Of a page.');
    expect(text(section(document, 'Config.retries'))).toContain('exponential delay');
    expect(codes(section(document, 'Config'))[0]!.code).toBe(
      'class Config:\n    # Where to connect to.\n    host: str = "x"\n    plain = 1\n    retries: int = 3\n    # One line.\n    last = 2',
    );
    expect(codes(section(document, 'OTHER'))[0]!.code).toBe('OTHER = 4');
  });

  test('puts a signature before the words that lead to an example', async () => {
    const document = await parse(
      'a/b.py',
      `def one():
    """Does one.

    Returns
    -------
    int
        The number.

    Examples
    --------
    Call it:

    >>> one()
    """

def two():
    """Does two.

    Call it:

    >>> two()
    """
`,
    );
    expect(section(document, 'one').blocks).toEqual([
      { kind: 'text', text: 'Does one.\n\n**Returns**\n\n- `int`: The number.' },
      { kind: 'code', language: 'python', code: 'def one()' },
      { kind: 'text', text: '**Examples**\n\nCall it:' },
      { kind: 'code', language: 'python', code: '>>> one()' },
    ]);
    expect(section(document, 'two').blocks).toEqual([
      { kind: 'text', text: 'Does two.' },
      { kind: 'code', language: 'python', code: 'def two()' },
      { kind: 'text', text: 'Call it:' },
      { kind: 'code', language: 'python', code: '>>> two()' },
    ]);
  });
});
