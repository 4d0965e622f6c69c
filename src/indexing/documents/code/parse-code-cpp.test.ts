import { describe, expect, test } from 'vitest';
import { codes, names, section, text } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { parseCode } from './parse-code.ts';

async function parse(content: string, path = 'include/acme/saw.hpp'): Promise<ParsedDocument> {
  return parseCode({ path, format: 'code', content, hash: '' });
}

/** Returns the code of a section. */
async function codeOf(content: string, name: string, path?: string): Promise<string> {
  return codes(section(await parse(content, path), name))[0]!.code;
}

describe('C++', () => {
  const source = `#ifndef ACME_SAW_HPP
#define ACME_SAW_HPP
#include <string>
namespace acme { inline namespace v1 {
/// Cuts boards.
template <typename T>
class ACME_EXPORT Saw final : public Tool {
  int secret_;
 public:
  /// Makes a saw.
  explicit Saw(int teeth = 3) : teeth_(teeth) {}
  Saw(const Saw&) = delete;
  virtual ~Saw();
  virtual int Cut(const T& board) const = 0;  ///< Cuts one board.
  /**
   * Cuts all boards.
   * @param[in] boards The boards,
   *                   which are dry.
   * @return The number of pieces.
   */
  int CutAll(const std::vector<T>& boards) { return 0; }
  bool operator==(const Saw& other) const;
  enum class Kind { Hand, Band };
  struct Blade { int length; };
 protected:
  void Dull();
 private:
  int teeth_;
};

/// A board.
struct Board {
  double length = 1.0;  ///< In meters.
};

/// Sizes.
enum class Size : int { Small, Large };
/// Saws of boards.
using BoardSaw = Saw<Board>;
/// Cuts with any saw.
template <class T> int cut(T&& saw) noexcept { return 1; }
template <class T> void Saw<T>::Dull() {}
namespace detail {
/// Hidden.
void help();
}
}}
#endif
`;

  test('names symbols by their namespaces and the file as users include it', async () => {
    const document = await parse(source);
    expect(document.title).toBe('acme/saw.hpp');
    expect(names(document)).toEqual([
      'acme::Saw',
      'acme::Saw::CutAll',
      'acme::Board',
      'acme::Size',
      'acme::BoardSaw',
      'acme::cut',
    ]);
  });

  test('lists the public and protected members of a class, without bodies', async () => {
    expect(await codeOf(source, 'acme::Saw')).toBe(`template <typename T>
class Saw final : public Tool {
    // Makes a saw.
    explicit Saw(int teeth = 3);
    // Cuts one board.
    virtual int Cut(const T& board) const = 0;
    // Cuts all boards.
    int CutAll(const std::vector<T>& boards);
    bool operator==(const Saw& other) const;
    enum class Kind { Hand, Band }
    struct Blade { int length; }
    void Dull();
}`);
  });

  test('shows a type that has only fields whole', async () => {
    expect(await codeOf(source, 'acme::Board')).toBe(
      'struct Board {\n  double length = 1.0;  ///< In meters.\n}',
    );
    expect(await codeOf(source, 'acme::Size')).toBe('enum class Size : int { Small, Large }');
    expect(await codeOf(source, 'acme::BoardSaw')).toBe('using BoardSaw = Saw<Board>');
    expect(await codeOf(source, 'acme::cut')).toBe('template <class T> int cut(T&& saw) noexcept');
  });

  test.each([
    'src/detail/saw.hpp',
    'deps/z/z.h',
    'examples/saw.h',
    'saw_internal.h',
    'Saw+Private.h',
  ])('%s is left out', async (path) => {
    expect((await parse(source, path)).sections).toEqual([]);
  });
});

describe('macros of declarations', () => {
  test('do not hide a namespace that they open, fill and close', async () => {
    const document = await parse(`NS_ACME_START
namespace saws {
/** A saw. */
class ACME_DLL Saw {
  public:
    ACME_DLL int teeth();
  ACME_PRIVATE :
    /** Cuts a board. */
    ACME_DLL Saw(int teeth);
    ACME_INTERNAL bool
    dull(int strokes);

  private:
    ACME_OPAQUE_DATA
};
/** Cuts a board. */
int ACME_DLL cut(int board);
} // namespace saws

NS_ACME_END

#endif
`);
    expect(names(document)).toEqual(['saws::Saw', 'saws::cut']);
    expect(codes(section(document, 'saws::Saw'))[0]!.code).toBe(`class Saw {
    int teeth();
    // Cuts a board.
    Saw(int teeth);
    bool
    dull(int strokes);
}`);
  });
});

describe('comments of Doxygen', () => {
  /** Returns the section of a function with this comment. */
  async function cutWith(...lines: string[]): Promise<ParsedDocument> {
    return parse(`/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\nint cut(int a);\n`);
  }

  test('become text with lists of parameters, results and notes', async () => {
    const cut = section(
      await cutWith(
        '\\brief Cuts a board.',
        '',
        'See #acme_saw and @ref blades "the blades", or [here](@ref page).',
        '',
        '\\param[in]  a  The depth, as in',
        '               \\c acme_depth().',
        '\\param b The board.',
        '\\retval 0 It is cut.',
        '\\return The pieces,',
        '        all of them.',
        '',
        'More text.',
        '\\note Mind the @p a.',
        '@thread_safety From any thread.',
        '@ingroup saws',
      ),
      'cut',
    );
    expect(text(cut).trim()).toBe(`Cuts a board.

See acme_saw and the blades, or here.

Parameters:

- \`a\`: The depth, as in \`acme_depth()\`.
- \`b\`: The board.

Return values:

- \`0\`: It is cut.

**Returns:** The pieces, all of them.

More text.

**Note:** Mind the \`a\`.

**Thread safety:** From any thread.`);
  });

  test('that only name another comment do not describe a declaration', async () => {
    const document = await parse(
      '/// @copydoc ::acme::cut(int)\nint cut(long depth);\n\n/// Oils.\n/// @copydetails cut\nint oil(void);\n',
    );
    expect(names(document)).toEqual(['oil', 'cut']);
    expect(codes(section(document, 'cut'))[0]!.code).toContain('int cut(long depth);');
    expect(text(section(document, 'oil')).trim()).toBe('Oils.');
  });

  test('show headings that are underlined', async () => {
    const cut = section(
      await cutWith(
        'Cuts.',
        '',
        'Laws',
        '----',
        'It is sharp.',
        '',
        'Example',
        '-------',
        '@code',
        'cut(1);',
        '@endcode',
      ),
      'cut',
    );
    expect(text(cut).trim()).toBe('Cuts.\n\n**Laws**\n\nIt is sharp.');
    expect(codes(cut).at(-1)!.code).toBe('cut(1);');
  });

  test('show formulas', async () => {
    const cut = section(
      await cutWith(
        'Cuts @f$ a \\times b @f$, as in',
        '@f[',
        '    \\mathtt{cut}(a) = b',
        '@f]',
        'or \\f{align*}{',
        '  \\mathtt{oil} &= 1',
        '\\f}',
        'Done.',
      ),
      'cut',
    );
    expect(text(cut).trim()).toBe(
      'Cuts $a \\times b$, as in\n$$\\mathtt{cut}(a) = b$$\nor $$\\mathtt{oil} &= 1$$\nDone.',
    );
  });

  test('show code with its language', async () => {
    const cut = section(
      await cutWith('Cuts:', '@code{.cpp}', 'cut(1);', '  @not_a_command', '@endcode', 'Done.'),
      'cut',
    );
    expect(codes(cut).slice(1)).toEqual([
      { kind: 'code', language: 'cpp', code: 'cut(1);\n  @not_a_command' },
    ]);
    expect(text(cut)).toContain('Done.');
  });

  test('stand in lines, in front of macros and behind fields', async () => {
    const document = await parse(
      `/*! A saw that cuts. */\n#define ACME_SAW(x) \\\n  do_it(x)\n//! The teeth,\n//! which are sharp.\n#define ACME_TEETH 80\n#define ACME_OTHER 1\nint plain(void); /**< Cuts plainly. */\n`,
      'acme.h',
    );
    expect(names(document)).toEqual(['ACME_SAW', 'ACME_TEETH', 'plain']);
    expect(codes(section(document, 'ACME_SAW'))[0]!.code).toBe('#define ACME_SAW(x)');
    expect(section(document, 'ACME_TEETH').blocks).toEqual([
      { kind: 'text', text: 'The teeth,\nwhich are sharp.' },
      { kind: 'code', language: 'c', code: '#define ACME_TEETH 80' },
    ]);
    expect(text(section(document, 'plain'))).toContain('Cuts plainly.');
  });

  test.each([
    ['//! @cond Doxygen_Suppress', '//! @endcond'],
    ['/** \\cond INTERNAL */', '/** \\endcond */'],
    ['/**\n * @cond\n */', '/**\n * @endcond\n */'],
  ])('%s hides the declarations up to its end', async (start, end) => {
    const document = await parse(
      `/// Cuts.\nint a(void);\n${start}\n/// Helps.\nint b(void);\n${end}\n/// Cuts more.\nint c(void); /* not @cond */\n/// Sharpens.\nint d(void);\n`,
    );
    expect(names(document)).toEqual(['a', 'c', 'd']);
  });

  test('about groups, files and the library itself belong to no declaration', async () => {
    const document = await parse(
      '/** @file\n * All about saws.\n */\n#include <a.h>\n/** @defgroup saws Saws\n * @{ */\nint a(void);\n/** @} */\n/** @internal Hides. */\nint b(void);\n/** Cuts. */\nint c(void);\n',
      'saw.h',
    );
    expect(names(document)).toEqual(['saw.h', 'c', 'a']);
    expect(codes(section(document, 'a'))[0]!.code).toBe('int a(void);');
  });
});

describe('C without Doxygen', () => {
  test('reads comments above, behind and below declarations', async () => {
    const document = await parse(
      `/* Copyright Acme */
#ifdef __cplusplus
extern "C" {
#endif
// Saws
ACME_API void acme_cut(int depth);   // Cut a board
ACME_API void acme_oil(void);        // Oil the saw

/* Returns the version. */
ACME_PUBLIC(const char *) acme_version(void);

ACMEEXTERN int ACMECALL acme_stop(void);
/*
     Stops the saw.

     It returns 0.
*/

/* Apart. */

int acme_plain(void) ACME_NONNULL(1);
#ifdef __cplusplus
}
#endif
`,
      'src/acme.h',
    );
    expect(document.title).toBe('acme.h');
    expect(names(document)).toEqual([
      'acme_cut',
      'acme_oil',
      'acme_version',
      'acme_stop',
      'acme_plain',
    ]);
    expect(section(document, 'acme_cut').blocks).toEqual([
      { kind: 'text', text: 'Cut a board' },
      { kind: 'code', language: 'c', code: 'void acme_cut(int depth)' },
    ]);
    expect(codes(section(document, 'acme_version'))[0]!.code).toBe(
      'const char * acme_version(void)',
    );
    expect(section(document, 'acme_stop').blocks).toEqual([
      { kind: 'text', text: 'Stops the saw.\n\nIt returns 0.' },
      { kind: 'code', language: 'c', code: 'int acme_stop(void)' },
    ]);
    expect(codes(section(document, 'acme_plain'))[0]!.code).toBe('int acme_plain(void);');
  });

  test('joins declarations that share a comment', async () => {
    const document = await parse(
      '/* Check the type of an item. */\nint is_a(int x);\nint is_b(int x);\nint is_c(int x);\nint is_d(int x);\n\nint other(void);\n',
      'acme.h',
    );
    expect(names(document)).toEqual(['is_a, is_b, is_c, …', 'other']);
    expect(codes(section(document, 'is_a, is_b, is_c, …'))[0]!.code).toBe(
      'int is_a(int x);\nint is_b(int x);\nint is_c(int x);\nint is_d(int x)',
    );
  });

  test('reads what macros stand before and within', async () => {
    const document = await parse(
      '/* A saw. */\nstruct Saw {\n  int teeth;\n  ACME_FIELDS\n};\n\n/* Sizes. */\nenum Size {\n  SMALL,\n  LARGE\n};\n\n/* Stops. */\n[[noreturn]] ACME_API void stop(void);\n\n/* A vector. */\nstruct Vec {\n  ACME_INLINE\n  Vec(int a) : a_(a) {}\n  int a_;\n};\n',
    );
    const shown = ['Saw', 'Size', 'stop', 'Vec'].map(
      (name) => codes(section(document, name))[0]!.code,
    );
    expect(shown).toEqual([
      'struct Saw {\n  int teeth;\n\n}',
      'enum Size {\n  SMALL,\n  LARGE\n}',
      '[[noreturn]] void stop(void)',
      'struct Vec {\n    Vec(int a);\n    int a_;\n}',
    ]);
  });

  test('reads what several macros stand before, and macros that are types', async () => {
    const document = await parse(
      '/* A saw. */\nclass ACME_DECL ACME_VISIBLE Saw : public Tool {\n  int teeth;\n};\n\n/* Cuts. */\ntemplate<class Token>\nACME_RESULT(void(int), Token)\ncut(int depth, Token&& token);\n\n/* Oils. */\ntemplate<ACME_PARAM>\nACME_RETURN\noil(\n  Token&& token = {}) const\n{\n  return 1;\n}\n',
    );
    expect(names(document)).toEqual(['Saw', 'cut', 'oil']);
    expect(codes(section(document, 'cut'))[0]!.code).toContain('cut(int depth, Token&& token)');
    expect(codes(section(document, 'oil'))[0]!.code).toContain('Token&& token = {}) const');
    expect(
      names(await parse('ACME_TRAIT(saw)\nACME_TRAIT(oil)\n\n/* Cuts. */\nint cut(void);\n')),
    ).toEqual(['cut']);
  });

  test('reads types and macros, and leaves forward declarations out', async () => {
    const document = await parse(
      '/* A vector. */\ntypedef struct Vec {\n    float x; // The x\n} Vec;\nstruct Other;\ntypedef struct Other Other;\n\n/* Called at the end. */\ntypedef int (*acme_callback)(void *data);\n\n/* The most saws. */\n#define ACME_MOST 3\n',
      'acme.h',
    );
    expect(names(document)).toEqual(['Vec', 'acme_callback', 'ACME_MOST']);
    expect(codes(section(document, 'Vec'))[0]!.code).toBe(
      'typedef struct Vec {\n    float x; // The x\n} Vec',
    );
  });

  test('leaves the implementation in a header out, and shows its introduction', async () => {
    const document = await parse(
      `/* acme - v1 - a saw\n\n   Do this:\n\n      #define ACME_IMPLEMENTATION\n      #include "acme.h"\n\n   ${'It saws all boards of the world. '.repeat(8)}\n\n   LICENSE\n\n   See the end.\n*/\n#ifndef ACME_H\n#define ACME_H\n\n/* Cut it. */\nACMEDEF int acme_cut(void);\n#endif\n#ifdef ACME_IMPLEMENTATION\n/* Own. */\nint acme_own(void) { return "\\"{"; }\n#endif\n`,
      'acme.h',
    );
    expect(names(document)).toEqual(['acme.h', 'acme_cut']);
    const about = section(document, 'acme.h');
    expect(codes(about)[0]!.code).toBe('#define ACME_IMPLEMENTATION\n#include "acme.h"');
    expect(text(about)).not.toContain('See the end');
  });

  test.each([
    ['#if 0\n/* A. */\nint a(void);\n#else\n/* B. */\nint b(void);\n#endif\n', ['b']],
    ['#if A\n/* A. */\nint a(void);\n#elif B\n/* B. */\nint b(void);\n#endif\n', ['a']],
    ['#ifndef DOXYGEN\n/* A. */\nint a(void);\n#endif\n/* B. */\nint b(void);\n', ['b']],
    [
      "#define A(x) \\\n  /* x */ \\\n  struct { int b; }\n/* B. */\nint b(char c = '\"');\n",
      ['b'],
    ],
  ])('chooses one branch of each condition: %j', async (content, found) => {
    expect(names(await parse(content, 'acme.h'))).toEqual(found);
  });
});

describe('sources that Doxygen reads', () => {
  const source = `/** @file
 * @defgroup saw Saws
 * Saws cut boards. They need oil from time to time, and a hand that guides them through the wood. See @ref oil for
 * what to use.
 *
 * @section dry Dry Boards
 * -# Wait.
 * -# Cut, @see cut.
 */
#include "saw.h"
/** The size. */
#define SIZE 12
/** A type of the source. */
struct Inner { int x; };
/**
 * @ingroup saw
 * Cuts a board.
 * @param depth In meters.
 */
int
acme_cut(int depth)
{
  return 0;
}
/** Helps. */
static int help(void) { return 0; }
/** @ingroup saw
 * Is static. */
static int also(void) { return 0; }
void acme_bare(void) {}
`;

  test('documented functions have sections, and those of the source itself have none', async () => {
    const parsed = await parse(source.replaceAll('@ingroup saw', ''), 'src/saw.c');
    expect(names(parsed)).toEqual(['Saws', 'Dry Boards', 'acme_cut']);
    expect(codes(section(parsed, 'acme_cut'))).toMatchObject([
      { language: 'c', code: 'int\nacme_cut(int depth)' },
    ]);
    expect(text(section(parsed, 'Dry Boards'))).toBe('1. Wait.\n1. Cut, see cut.');
  });

  test('if functions are in groups, others are for the library itself', async () => {
    const more = `${source}/** Used by other sources. */\nint acme_other(void) { return 0; }\n`;
    expect(names(await parse(more, 'src/saw.c'))).toEqual(['Saws', 'Dry Boards', 'acme_cut']);
  });

  test('items far to the right belong to the parameter above them', async () => {
    const items =
      '/**\n * Sets.\n *\n * @param type One of:\n *\n *                - SAW_DEPTH\n *                  In meters.\\n\n *\n *                - SAW_OIL: with oil\n *\n * @return 0\n */\nint saw_set(int type) { return 0; }';
    expect(text(section(await parse(items, 'src/saw.c'), 'saw_set')).trim()).toBe(
      'Sets.\n\nParameters:\n\n- `type`: One of:\n\n  - SAW_DEPTH In meters.\n\n  - SAW_OIL: with oil\n\n**Returns:** 0',
    );
  });

  test('members of classes have sections', async () => {
    const members =
      'namespace acme {\n/** Cuts. */\nint Saw::Cut(int depth) const { return 0; }\n}';
    expect(names(await parse(members, 'src/saw.cpp'))).toEqual(['acme::Saw::Cut']);
  });

  test('comments that are never closed take linear time', async () => {
    const { sections } = await parse(`/** @page a A ${'/** @page '.repeat(2_000)}`, 'src/saw.c');
    expect(sections).toEqual([]);
  });
});
