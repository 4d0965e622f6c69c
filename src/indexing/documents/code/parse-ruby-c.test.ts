import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { codes, names, section, text } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { parseRubyC } from './parse-comments.ts';
import { hasRubyMethods, rubyCFilters } from './ruby-c-file.ts';

async function parse(content: string, path = 'ext/saw/saw.c'): Promise<ParsedDocument> {
  return parseRubyC({ path, format: 'ruby-c', content, hash: '' });
}

const source = `/* Licensed as Ruby is. */
#include <ruby.h>

/*
 *  call-seq:
 *     saw.cut(board)            -> pieces
 *     saw.cut(board) { |piece| } -> self
 *
 *  Cuts a +board+.
 *
 *     saw.cut(oak) # => []
 */
static VALUE
saw_cut(VALUE self, VALUE board)
{
    return Qnil;
}

/* Makes a saw. */
static VALUE saw_init(int argc, VALUE *argv, VALUE self) { return self; }

/* :nodoc: */
static VALUE saw_hidden(VALUE self) { return self; }

/* Helps the source itself. */
static VALUE saw_help(VALUE self) { return self; }

/* All saws. */
static VALUE
saw_s_all(VALUE self)
{
    return Qnil;
}

static VALUE
saw_other(VALUE self) { return Qnil; }

/*
 * Document-method: Acme::Saw#other
 *
 * Does something else.
 */

/*
 * Document-class: Acme::Saw
 *
 * Saws boards.
 *
 * == Oil
 *
 * Oil them.
 */
void
Init_saw(void)
{
    cSaw = rb_define_class_under(mTools, "Saw", rb_cObject);
    rb_define_method(cSaw, "initialize", saw_init, -1);
    /* Only for readers of the source. */
    rb_define_method(cSaw, "cut", saw_cut, 1);
    rb_define_method(cSaw, "hidden", saw_hidden, 0);
    rb_define_method(cSaw, "other", saw_other, 0);
    rb_define_private_method(cSaw, "help", saw_help, 0);
    rb_define_singleton_method(cSaw, "all", saw_s_all, 0);
    rb_define_method(rb_cArray, "saws", saw_s_all, 0);
    /* The depth in meters. */
    rb_define_const(cSaw, "DEPTH", INT2NUM(1));
}
`;

test('methods, constants and the class have the comments that RDoc reads', async () => {
  const parsed = await parse(source);
  expect(parsed.title).toBe('Acme::Saw');
  expect(names(parsed)).toEqual([
    'Acme::Saw',
    'Oil',
    'Acme::Saw.new',
    'Acme::Saw#cut',
    'Acme::Saw#other',
    'Acme::Saw.all',
    'Array#saws',
    'Acme::Saw::DEPTH',
  ]);
  expect(text(section(parsed, 'Acme::Saw'))).toBe('Saws boards.');
  expect(text(section(parsed, 'Acme::Saw::DEPTH')).trim()).toBe('The depth in meters.');
  expect(section(parsed, 'Acme::Saw#cut').anchor).toBe('L13');
});

test('a method shows its calls, or its name with its parameters', async () => {
  const parsed = await parse(source);
  expect(text(section(parsed, 'Acme::Saw#cut')).trim()).toBe('Cuts a `board`.');
  expect(codes(section(parsed, 'Acme::Saw#cut'))).toMatchObject([
    {
      language: 'ruby',
      code: 'saw.cut(board)            -> pieces\nsaw.cut(board) { |piece| } -> self',
    },
    { code: 'saw.cut(oak) # => []' },
  ]);
  expect(codes(section(parsed, 'Acme::Saw.new'))[0]!.code).toBe('new(*args)');
  expect(codes(section(parsed, 'Acme::Saw.all'))[0]!.code).toBe('all');
});

test.each([
  [source, true],
  ['/* Helps. */\nstatic VALUE help(void);', false],
  ['rb_define_method(cSaw, "cut", saw_cut, 1);', false],
])('only a source with definitions and comments is a document', (content, expected) => {
  expect(hasRubyMethods(content)).toBe(expected);
});

test('extensions are the sources below an extconf.rb, and those at the root beside a .document', () => {
  const paths = [
    'ext/saw/extconf.rb',
    'ext/saw/saw.c',
    'ext/saw/inner/cut.c',
    'main.c',
    'test/t.c',
  ];
  const gem = rubyCFilters(paths);
  expect(gem.isPublished).toBe(false);
  expect(paths.filter(gem.isExtension)).toEqual(['ext/saw/saw.c', 'ext/saw/inner/cut.c']);
  const core = rubyCFilters([...paths, '.document']);
  expect(core.isPublished).toBe(true);
  expect(paths.filter(core.isExtension)).toContain('main.c');
});

test.each([
  ['comments', '/* a\n'.repeat(200_000)],
  ['short comments', '/**/'.repeat(250_000)],
  ['definitions', 'rb_define_method('.repeat(60_000)],
  ['names', `/* x */ static VALUE a(\n${'A::'.repeat(300_000)}`],
  ['lines for the compiler', `/* x */${'\n#\n'.repeat(200_000)}`],
  ['classes', 'c = rb_define_class_under(m, "A", b);\n'.repeat(20_000)],
])('%s take linear time', async (_, content) => {
  const cpuSeconds = startCpuClock();
  await parse(content);
  expect(cpuSeconds()).toBeLessThan(3);
});
