import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { codes, names, section, text } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { hasGtkDoc } from './gtk-doc-file.ts';
import { parseGtkDoc } from './parse-comments.ts';

async function parse(content: string, path = 'src/acme-saw.c'): Promise<ParsedDocument> {
  return parseGtkDoc({ path, format: 'gtk-doc', content, hash: '' });
}

async function codeOf(content: string, name: string, path?: string): Promise<string | undefined> {
  return codes(section(await parse(content, path), name))[0]?.code;
}

const source = `/* Copyright */
/**
 * AcmeSaw:
 *
 * A [class@Tool] with teeth, see [method@Acme.Saw.cut].
 *
 * ## Oil
 *
 * Oil it with [func@Acme.oil_all]:
 *
 * |[<!-- language="C" -->
 *   acme_saw_oil (saw);
 * ]|
 */
struct _AcmeSaw { int x; };

/**
 * acme_saw_cut:
 * @self: (not nullable): a #AcmeSaw
 * @board: (nullable) (transfer none): the board, which can be
 *   wet
 * @error: return location for a #GError, or %NULL
 *
 * Cuts @board into %2 pieces unless #AcmeSaw:locked is %TRUE.
 *
 * Emits [signal@Saw::stopped] at the end.
 *
 * Returns: (transfer full) (element-type AcmeBoard): the
 *   pieces
 *
 * Since: 1.2
 * Deprecated: 1.4: Use [method@Saw.cut_all] instead.
 */
GList *
acme_saw_cut (AcmeSaw    *self,
              AcmeBoard  *board,
              GError    **error)
{
  return NULL;
}

/**
 * acme_saw_inner:
 *
 * Helps.
 */
static void
acme_saw_inner (AcmeSaw *self)
{
}

static void
acme_saw_class_init (AcmeSawClass *klass)
{
  /**
   * AcmeSaw:locked: (getter is_locked)
   *
   * Whether the saw is locked.
   */
  properties[PROP_LOCKED] =
    g_param_spec_boolean ("locked", NULL, NULL,
                          FALSE,
                          G_PARAM_READWRITE);

  /**
   * AcmeSaw::stopped:
   * @self: the saw
   *
   * Emitted when it stops.
   */
  signals[STOPPED] = g_signal_new ("stopped", G_TYPE_FROM_CLASS (klass));
}
`;

test('the comment of a class is the text of its file, and each symbol has a section', async () => {
  const parsed = await parse(source);
  expect(parsed.title).toBe('AcmeSaw');
  expect(names(parsed)).toEqual([
    'AcmeSaw',
    'Oil',
    'acme_saw_cut',
    'AcmeSaw:locked',
    'AcmeSaw::stopped',
  ]);
  expect(text(section(parsed, 'AcmeSaw'))).toBe('A `AcmeTool` with teeth, see `acme_saw_cut()`.');
  expect(text(section(parsed, 'Oil'))).toContain('with `acme_oil_all()`:');
  expect(codes(section(parsed, 'Oil'))[0]).toMatchObject({
    code: 'acme_saw_oil (saw);',
    language: 'c',
  });
});

test('a function has its head, its parameters and what it returns, without annotations', async () => {
  const about = section(await parse(source), 'acme_saw_cut');
  expect(codes(about)[0]!.code).toBe(
    'GList *acme_saw_cut (AcmeSaw *self, AcmeBoard *board, GError **error)',
  );
  expect(text(about).trim()).toBe(`**Deprecated** since 1.4: Use \`acme_saw_cut_all()\` instead.

Cuts \`board\` into \`2\` pieces unless \`AcmeSaw:locked\` is \`TRUE\`.

Emits \`AcmeSaw::stopped\` at the end.

Parameters:

- \`self\`: a \`AcmeSaw\`
- \`board\`: the board, which can be wet. Can be \`NULL\`.
- \`error\`: return location for a \`GError\`, or \`NULL\`

Returns: the
  pieces. The caller owns it.

Since: 1.2`);
});

test('a property has its specification, and a signal only its text', async () => {
  expect(await codeOf(source, 'AcmeSaw:locked')).toBe(
    'g_param_spec_boolean ("locked", NULL, NULL, FALSE, G_PARAM_READWRITE)',
  );
  expect(codes(section(await parse(source), 'AcmeSaw::stopped'))).toEqual([]);
});

test('a section of gtk-doc has its title and its summary', async () => {
  const parsed = await parse(
    `/**
 * SECTION:saws
 * @title: All Saws
 * @short_description: about saws
 * @see_also: #AcmeOil
 *
 * Saws are <emphasis>sharp</emphasis>, <link linkend="x">always</link>.
 */
`,
    'src/saws.c',
  );
  expect(parsed.title).toBe('All Saws');
  expect(text(parsed.sections[0]!)).toBe(
    'About saws.\n\nSaws are *sharp*, always.\n\nSee also: `AcmeOil`',
  );
});

const header = `/**
 * AcmeKind:
 * @ACME_KIND_HAND: by hand
 * @ACME_KIND_BAND: with a band
 *
 * Kinds of saws.
 */
typedef enum {
  ACME_KIND_HAND,

  ACME_KIND_BAND ACME_AVAILABLE_ENUMERATOR_IN_1_2
} AcmeKind;

/**
 * AcmeCut:
 * @saw: the saw
 *
 * Called for cuts.
 */
typedef void (*AcmeCut) (AcmeSaw *saw, gpointer user_data_of_the_caller, GDestroyNotify free_user_data);

/**
 * ACME_DEPTH:
 *
 * The depth.
 */
#define ACME_DEPTH 12 /* meters */

/**
 * AcmeSawPrivate:
 *
 * Hidden.
 */
struct _AcmeSawPrivate { int x; };

/**
 * acme_oil:
 *
 * ::: note
 *     Oil is wet.
 */
ACME_AVAILABLE_IN_1_0
void acme_oil (void);
`;

test('a header shows types, callbacks, macros and functions', async () => {
  const path = 'src/acme-types.h';
  expect(names(await parse(header, path))).toEqual([
    'AcmeKind',
    'AcmeCut',
    'ACME_DEPTH',
    'acme_oil',
  ]);
  expect(await codeOf(header, 'AcmeKind', path)).toBe(
    'typedef enum {\n  ACME_KIND_HAND,\n  ACME_KIND_BAND\n} AcmeKind',
  );
  expect(text(section(await parse(header, path), 'AcmeKind'))).toContain(
    'Values:\n\n- `ACME_KIND_HAND`: by hand',
  );
  expect(await codeOf(header, 'AcmeCut', path)).toBe(
    'typedef void (*AcmeCut) (\n    AcmeSaw *saw,\n    gpointer user_data_of_the_caller,\n    GDestroyNotify free_user_data)',
  );
  expect(await codeOf(header, 'ACME_DEPTH', path)).toBe('#define ACME_DEPTH 12');
  expect(await codeOf(header, 'acme_oil', path)).toBe('void acme_oil (void)');
  expect(text(section(await parse(header, path), 'acme_oil')).trim()).toBe(
    '**Note:**\nOil is wet.',
  );
});

test.each([
  ['[ctor@Gtk.GLArea.new]', '`gtk_gl_area_new()`'],
  ['[ctor@GObject.Object.new]', '`g_object_new()`'],
  ['[enum@Gtk.Align.center]', '`GTK_ALIGN_CENTER`'],
  ['[const@Gtk.DEPTH]', '`GTK_DEPTH`'],
  ['[property@Gtk.Widget:visible]', '`GtkWidget:visible`'],
  ['[vfunc@Gtk.Widget.measure]', '`GtkWidget.measure()`'],
  ['[a list][iface@Gio.ListModel]', 'a list'],
  ['[id@acme_saw_cut]', '`acme_saw_cut()`'],
  ['at 50% or me@acme.example, \\%d', 'at 50% or me@acme.example, %d'],
])('%s in a text is %s', async (written, shown) => {
  const parsed = await parse(`/**\n * AcmeSaw:\n *\n * See ${written}.\n */\n`);
  expect(text(parsed.sections[0]!)).toBe(`See ${shown}.`);
});

test.each([
  ['/**\n * acme_saw_cut:\n */', true],
  ['/**\n * AcmeSaw::stopped:\n */', true],
  ['/**\n * SECTION:saw\n */', true],
  ['/**\n * Example:\n */', false],
  ['/**\n * NOTE: read this\n */', false],
  ['/*\n * acme_saw_cut:\n */', false],
])('%j has comments for gtk-doc: %s', (content, expected) => {
  expect(hasGtkDoc(content)).toBe(expected);
});

test.each([
  ['comments that are never closed', '/**\n * acme_a:\n'.repeat(60_000)],
  ['annotations', `/**\n * acme_a: ${'(a) '.repeat(100_000)}\n */`],
  ['parameters', `/**\n * acme_a:\n${' * @a: (b) ((\n'.repeat(60_000)} */\nvoid acme_a(void);`],
  ['signs', `/**\n * acme_a:\n *\n * ${'[class@ %a #b @c '.repeat(50_000)}\n */`],
  ['brackets', `/**\n * acme_a:\n *\n * x\n */\nvoid acme_a (${'('.repeat(500_000)}`],
  ['code', `/**\n * acme_a:\n *\n${' * |[\n'.repeat(100_000)} */`],
  ['elements', `/**\n * acme_a:\n *\n${' * <para><link \n'.repeat(60_000)} */`],
  ['types', `/**\n * AcmeA:\n *\n * x\n */\ntypedef struct { ${'/* < private \n'.repeat(80_000)}`],
])('%s take linear time', async (_, content) => {
  const cpuSeconds = startCpuClock();
  await parse(content, 'src/a.h');
  expect(cpuSeconds()).toBeLessThan(3);
});
