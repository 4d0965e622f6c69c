import { expect, test } from 'vitest';
import { readingTime, shownWith } from '../references/referring-page.fixture.ts';
import { parseDocbook } from './parse-docbook.ts';

const page = { path: 'doc/cut.xml', format: 'docbook' } as const;

test('a reference shows the title of a part in another file of the manual', async () => {
  const content =
    '<chapter id="cut"><title>Cut</title><para>See <xref linkend="oil"/>, <xref linkend="sharpen"/>, <xref linkend="teeth"/>, <link linkend="oil"/>, <link linkend="oil">this</link>, <xref linkend="cut"/> and <xref linkend="rest"/>.</para></chapter>';
  const others = {
    'doc/oil.xml':
      '<chapter\n xml:id="oil"><info><title>Oil &amp; <emphasis>Care</emphasis></title></info><para id="rest">x</para><section><title>Other</title></section></chapter>',
    'doc/sharpen.xml':
      '<refentry id="sharpen"><refmeta><refentrytitle>saw-sharpen</refentrytitle></refmeta><refnamediv><refname>sharpen</refname></refnamediv></refentry>',
    'doc/teeth.xml': '<table id="teeth" xreflabel="the list of teeth"><title>Teeth</title></table>',
  };
  expect(await shownWith(parseDocbook, { ...page, content }, others)).toBe(
    'See Oil & Care, saw-sharpen, the list of teeth, Oil & Care, this, Cut and rest.',
  );
});

test('a reference shows the entities in the title of a part as the part does', async () => {
  const content =
    '<chapter id="cut"><title>Cut</title><para>See <xref linkend="oil"/>.</para></chapter>';
  const others = {
    'doc/oil.xml':
      '<!DOCTYPE chapter [<!ENTITY part "Blade">]><chapter id="oil"><title>Oil the &part;&mdash;&app;</title></chapter>',
  };
  expect(await shownWith(parseDocbook, { ...page, content }, others)).toBe(
    'See Oil the Blade—app.',
  );
});

test('the places and references of a hostile file end within seconds', () => {
  for (const part of [
    '<table id="a">',
    '<title>',
    '<title>a<',
    '<xref ',
    '<link linkend="a"',
    '<sect1 id=',
    '&a;',
    '<!--',
  ]) {
    expect(readingTime({ ...page, content: part.repeat(50_000) })).toBeLessThan(5);
  }
});
