import { describe, expect, test } from 'vitest';
import { codes, names, section, text } from '../../../../test/support/sections.ts';
import { parseSource as parse } from '../../../../test/support/source-code.ts';

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

  test('reads the package, exported names with their comments and methods under their receiver', async () => {
    const document = await parse('pkg/store/shelf/shelf.go', source);
    expect(document.title).toBe('store/shelf');
    expect(names(document)).toEqual([
      'store/shelf',
      'Usage',
      'ErrFull',
      'Shelf',
      'Shelf.Put',
      'Novel, Poem',
      'Open',
    ]);
    expect(codes(section(document, 'Usage'))[0]).toEqual({
      kind: 'code',
      language: 'go',
      code: 's := shelf.Open("x")\ndefer s.Close()',
    });
    expect(text(section(document, 'Shelf.Put'))).toContain('It returns `ErrFull` when');
    expect(codes(section(document, 'Open'))[0]!.code).toBe('func Open(name string) *Shelf');
  });

  test('reads a comment of a package that begins with // and goes on in a block', async () => {
    const document = await parse(
      'shelf/doc.go',
      '// Package shelf keeps books.\n/*\nIt sorts them.\n\n# Order\n\nBy name.\n*/\npackage shelf\n',
    );
    expect(names(document)).toEqual(['shelf', 'Order']);
    expect(text(section(document, 'shelf'))).toBe('Package shelf keeps books.\nIt sorts them.');
  });

  test('leaves the unexported fields of a struct out', async () => {
    const [shelf] = codes(section(await parse('shelf.go', source), 'Shelf'));
    expect(shelf!.code).toBe(
      'type Shelf struct {\n    // Max is the most it holds.\n    Max int\n    // private fields\n}',
    );
  });

  test('keeps the comment after a field of a struct with unexported fields', async () => {
    const struct =
      'package a\n\n// Options are.\ntype Options struct {\n\tTimeout int // in seconds\n\tmu sync.Mutex\n}\n';
    const [options] = codes(section(await parse('a/a.go', struct), 'Options'));
    expect(options!.code).toContain('    Timeout int // in seconds\n');
  });

  test('gives constants and variables with comments of their own a section each', async () => {
    const document = await parse(
      'a/a.go',
      `package a

const (
	// PhaseBound means that the volume has a claim.
	PhaseBound Phase = "Bound"
	phaseLost Phase = "Lost"
)

var (
	// ErrGone is returned without a row.
	ErrGone = errors.New("gone")
	// ErrRace is returned when two writers race.
	ErrRace = errors.New("race")
)
`,
    );
    expect(names(document)).toEqual(['PhaseBound', 'ErrGone', 'ErrRace']);
    expect(section(document, 'ErrRace').blocks).toEqual([
      { kind: 'text', text: 'ErrRace is returned when two writers race.' },
      { kind: 'code', language: 'go', code: 'var ErrRace = errors.New("race")' },
    ]);
  });

  test('shows the examples of a package, which are in files of tests', async () => {
    const source = `package saw_test

import "example.org/saw"

func Example() { saw.Cut() }

// Cuts with the grain.
func ExampleSaw_Cut_alongTheGrain() {
	if s := saw.New(); s != nil {
		s.Cut()
	}
	// Output: done
}

func Examples() {}
func TestCut(t *testing.T) { fail() }
`;
    const document = await parse('saw/example_test.go', source);
    expect(document.title).toBe('saw');
    expect(names(document)).toEqual(['Example', 'Example of Saw.Cut: along the grain']);
    const [plain, own] = document.sections;
    expect(text(plain!).trim()).toBe('Shows how to use the package.');
    expect(codes(plain!)[0]!.code).toBe('saw.Cut()');
    expect(text(own!).trim()).toBe('Cuts with the grain.');
    expect(codes(own!)[0]!.code).toBe(
      'if s := saw.New(); s != nil {\n\ts.Cut()\n}\n// Output: done',
    );
  });

  test('documents neither commands nor internal packages', async () => {
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

  test('reduces HTML and inline tags, keeps preformatted code and lists the tags', async () => {
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

  test('decodes every named reference of HTML, without characters that a reader cannot see', async () => {
    const commented = `package a;

/** Z&auml;hlt&hellip; &rarr; <b>n</b>&nbsp;&#8203;&times; 2. <pre>gr&uuml;n &lt;T&gt;</pre> */
public class Count {}
`;
    const found = section(await parse('src/main/java/a/Count.java', commented), 'Count');
    expect(text(found)).toContain('Zählt… → **n** × 2.');
    expect(codes(found).map(({ code }) => code)).toContain('grün <T>');
  });

  test('shows comments without stars with their own indentation, and literal text as text', async () => {
    const commented = `package a;

public class Saw {
    /**
     Cuts a {@literal List<Board>}, as
     {@literal @}Sharp saws do:
       <ul><li>oak
       <li>elm</ul>

     @return boards,
         all of them
     */
    public int cut() {}
}
`;
    const found = section(await parse('src/main/java/a/Saw.java', commented), 'Saw.cut');
    expect(text(found)).toBe(
      'Cuts a List<Board>, as\n@Sharp saws do:\n\n- oak\n- elm\n\nReturns: boards, all of them\n',
    );
  });

  test('lists members with the first paragraph of their comment, without HTML', async () => {
    const shown = await parse(
      'src/main/java/Saw.java',
      `/** Cuts. */
public class Saw {
  /**
   * The <code>Blade</code> of <b>every</b> saw, see <a href="#oil">oil</a>
   * <p>
   * It is oiled before each board, and cleaned with a brush after the last one of a day.
   */
  public static final Blade BLADE = null;

  /** Returns a {@code List<B>} of <i>all</i> blades. */
  public List<B> blades() { return null; }
}
`,
    );

    expect(
      codes(shown.sections[0]!)[0]!
        .code.split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'public class Saw {',
      '// The Blade of every saw, see oil',
      'public static final Blade BLADE = null;',
      '// Returns a List<B> of all blades.',
      'public List<B> blades();',
      '}',
    ]);
  });

  test('gives methods with tags and nested types their own sections, package-private ones none', async () => {
    const document = await parse('Reader.java', source);
    expect(names(document)).toEqual(['Reader', 'Reader.read', 'Reader.Kind']);
    expect(text(section(document, 'Reader.read'))).toBe(
      'Reads one value.\n\nParameters:\n\n- `text`: the JSON, see the limit\n\nReturns: the value\n\nThrows:\n\n- `IOException`: if it cannot\n',
    );
  });
});

test.each([
  'Licensed to the Acme Foundation.',
  'Copyright (c) 2020 Acme.',
  '(c) Acme',
  '@license MIT',
])('a license above a package of Java, such as %j, is not its documentation', async (license) => {
  const source = `/**\n * ${license}\n */\npackage a.b;\n/** A bundle. */\npublic class Bundle {}\n`;
  expect(names(await parse('src/main/java/a/b/Bundle.java', source))).toEqual(['Bundle']);
});

test('an annotation in a snippet of Javadoc is no tag', async () => {
  const source = `package a;

/** A job. */
public class Job {
  /**
   * Runs it.
   * {@snippet :
   * class Own extends Job {
   *   @Override
   *   public void run() {}
   * }
   * }
   * Then it stops.
   * <pre>{@code
   * @Bean
   * Job job() { return new Own(); }
   * }</pre>
   * @return nothing, see {@link
   * Job}
   * @since 1.2
   */
  public int run() { return 0; }
  /**
   * Stops. Never closed: {@code a
   * @since 1.3
   */
  public int stop() { return 0; }
}
`;
  const document = await parse('src/main/java/a/Job.java', source);
  const run = section(document, 'Job.run');
  expect(codes(run).map(({ code }) => code)).toEqual([
    'public int run()',
    'class Own extends Job {\n  @Override\n  public void run() {}\n}',
    '@Bean\nJob job() { return new Own(); }',
  ]);
  expect(text(run)).toContain('Then it stops.');
  expect(text(run)).toContain('Returns: nothing, see `Job`\n\nSince: 1.2');
  expect(text(section(document, 'Job.stop'))).toContain('Since: 1.3');
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

  test('shows items that only tests leave out, and those of a feature for tests', async () => {
    const items = `/// Pauses.
#[cfg(not(test))]
pub fn pause() {}
/// Advances.
#[cfg(feature = "test-util")]
#[cfg_attr(docsrs, doc(cfg(feature = "test-util")))]
pub fn advance() {}
/// A.
#[cfg(test)]
pub fn a() {}
/// B.
#[cfg( all( test, unix))]
pub fn b() {}
/// C.
#[doc(hidden)]
pub fn c() {}
`;
    expect(names(await parse('src/time.rs', items))).toEqual(['pause', 'advance']);
  });

  test('code that is not Rust has no language', async () => {
    const source = '/// Cuts:\n/// ```not_rust\n/// cargo run\n/// ```\npub fn cut() {}\n';
    const cut = section(await parse('crates/saw/src/lib.rs', source), 'cut');
    expect(codes(cut).map(({ language }) => language)).toEqual(['rust', '']);
  });

  test('leaves out a heading that only says that the code below it is an example', async () => {
    const fence = '/// ```\n/// cut();\n/// ```\n';
    const source = `/// Cuts.\n///\n/// # Examples\n///\n${fence}///\n/// # Usage\n///\n${fence}pub fn cut() {}\n`;
    const cut = section(await parse('crates/saw/src/lib.rs', source), 'cut');
    expect(text(cut).split(/\n+/)).toEqual(['Cuts.', '**Usage**', '']);
    expect(codes(cut)).toHaveLength(3);
  });

  test('shows the text of links to items, addresses of other links, and no markup', async () => {
    const source = `//! [![docs]](https://docs.rs/saw)&ensp;
//!
//! [docs]: https://img.shields.io/badge/docs.rs-saw
//!
//! Uses [\`Saw\`], [the\n//! blade][crate::Blade] and [\`Wood\`][\`crate::Wood\`] in [parallel], see [Wood][] or [Plank].[^1]
//!
//! [parallel]: https://example.org/parallel
//!
//! [^1]: \`Board\`:
//!    too.
//!
//! <div class="warning">
//!
//! Sharp &mdash; \`a[0][1]\` and \`<div>\`.
//!
//! <br>
//!
//! </div>
`;
    const document = await parse('crates/saw/src/lib.rs', source);
    expect(text(section(document, 'saw')).trim()).toBe(
      'Uses `Saw`, the\nblade and `Wood` in [parallel](https://example.org/parallel), see Wood or Plank.[^1]\n\n' +
        '[^1]: `Board`:\n   too.\n\nSharp — `a[0][1]` and `<div>`.',
    );
  });

  test('reads the crate, items, inherent methods and traits, and leaves the rest', async () => {
    const document = await parse('crates/my-counter/src/lib.rs', source);
    expect(document.title).toBe('my_counter');
    expect(names(document)).toEqual([
      'my_counter',
      'Example',
      'Counter',
      'impl Counter',
      'Counter::add',
      'Count',
      'Small',
    ]);
    expect(codes(section(document, 'Example'))[0]!.code).toBe('let c = Counter::new();');
    expect(codes(section(document, 'Counter'))[0]!.code).toBe(
      'pub struct Counter<T> {\n    /// How far.\n    pub value: T,\n    // private fields\n}',
    );
    expect(text(section(document, 'Counter'))).toBe(
      'Counts up.\n\n**Panics**\n\nWhen it overflows, see `Counter::add`.\n',
    );
    expect(codes(section(document, 'Counter::add'))).toEqual([
      { kind: 'code', language: 'rust', code: 'pub fn add(&mut self, by: u32) -> T' },
      { kind: 'code', language: 'rust', code: 'counter.add(2);' },
    ]);
  });
});
