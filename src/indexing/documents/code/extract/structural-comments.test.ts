import { expect, test } from 'vitest';
import { codes, names, section, text } from '../../../../../test/support/sections.ts';
import type { ParsedDocument } from '../../document.ts';
import { parseCode } from '../parse-code.ts';

async function parse(content: string, path = 'include/acme/saw.hpp'): Promise<ParsedDocument> {
  return parseCode({ path, format: 'code', content, hash: '' });
}

test('a comment of Doxygen that names a type belongs to it, wherever it stands', async () => {
  const document = await parse(
    `namespace acme {
/// \\brief Cuts wood
class Saw {
 public:
/// Cuts.
void cut();
};
/** @struct Oil
 * Keeps a saw wet. */
struct Oil { int drops; };
}
////////////////////////////////
/// \\class acme::Saw
/// \\ingroup tools
///
/// Oil a saw often:
/// \\code
/// saw.cut();
/// \\endcode
////////////////////////////////
`,
  );
  expect(names(document)).toEqual(['acme::Saw', 'acme::Oil']);
  const saw = section(document, 'acme::Saw');
  expect(text(saw)).toContain('Cuts wood');
  expect(text(saw)).toContain('Oil a saw often:');
  expect(codes(saw).map(({ code }) => code)).toContain('saw.cut();');
  expect(text(section(document, 'acme::Oil'))).toBe('Keeps a saw wet.\n');
});

test('a comment of Doxygen that names a type is a symbol if no declaration has the name', async () => {
  const document = await parse(
    '/** \\class Saw\n * \\brief Cuts wood. */\n\n/** \\enum Saw::Kind\n * \\internal */\n/** \\namespace acme\n * Has saws. */\n',
    'src/saw.cpp',
  );
  expect(names(document)).toEqual(['Saw', 'acme']);
  expect(codes(section(document, 'Saw'))[0]!.code).toBe('class Saw');
  expect(text(section(document, 'Saw'))).toBe('Cuts wood.\n');
  expect(text(section(document, 'acme'))).toBe('Has saws.\n');
});

test('a comment of Doxygen that names a function belongs to it, or is a symbol', async () => {
  const document = await parse(
    '/** \\fn int Saw::cut(int depth)\n * Cuts. */\n\n/** \\fn const char *Saw::label() const\n * Returns its name. */\n\n/** \\fn void Saw::label(const char *text)\n * Names it. */\n\n/** \\fn int Saw::oil(int drops)\n * Oils it. */\nint Saw::oil(int drops) { return drops; }\n',
    'src/saw.cpp',
  );
  expect(names(document)).toEqual(['Saw::oil', 'Saw::cut', 'Saw::label', 'Saw::label']);
  expect(codes(section(document, 'Saw::cut'))[0]!.code).toBe('int Saw::cut(int depth)');
  expect(text(section(document, 'Saw::cut'))).toBe('Cuts.\n');
});
