import { expect, test } from 'vitest';
import { withEntities } from '../docbook/entities.ts';
import { neededIncludes, withIncludes } from './expand-includes.ts';

const content =
  '<!DOCTYPE sect1 PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd" [\n  <!ENTITY % general SYSTEM "../general.ent">\n' +
  '  %general;\n]>\n<sect1><programlisting><xi:include href="saw.c" parse="text"/></programlisting>\n<xi:include href="oil.xml"/></sect1>';
const document = { path: 'book/cut/saw.xml', format: 'docbook' as const, content, hash: '' };

test('a file of DocBook has the entities of the files that its type names, and the text of XInclude', () => {
  const included = {
    'book/general.ent':
      '<!ENTITY % packages SYSTEM "packages.ent">\n%packages;\n<!-- <![ %x; [ -->\n<!ENTITY saw "Saw">',
    'book/packages.ent': '<!ENTITY saw-version "8.1">',
    'book/cut/saw.c': 'a < b;\nc();\n',
    'book/cut/oil.xml': '<sect1/>',
  };
  const { content: expanded } = withIncludes({ ...document, included });

  expect(expanded).toContain(
    '[\n  <!ENTITY saw-version "8.1">\n<!ENTITY saw "Saw">\n  %general;\n]>',
  );
  expect(expanded).toContain('<programlisting>a &lt; b;\nc();</programlisting>');
  expect(expanded).toContain('<xi:include href="oil.xml"/>');
});

test('a file of DocBook has the entities of a file that its type names on one line', () => {
  const { content: expanded } = withIncludes({
    ...document,
    content: '<!DOCTYPE sect1 [<!ENTITY % all SYSTEM "all.ent" > %all; ]>\n<sect1>&saw;</sect1>',
    included: { 'book/cut/all.ent': '<!ENTITY saw "Saw" >\n<!ENTITY oil "Oil">' },
  });
  expect(withEntities(expanded).trim()).toBe('<sect1>Saw</sect1>');
});

test('a file of DocBook has the parts that entities stand for, and no other documents', () => {
  const { content: expanded } = withIncludes({
    ...document,
    content:
      '<!DOCTYPE refentry [\n<!ENTITY oil SYSTEM "parts/oil.xml">\n<!ENTITY wood SYSTEM "parts/wood.xml">\n<!ENTITY dry SYSTEM "dry.xml">\n]>\n' +
      '<refentry><variablelist>\n  &oil;\n</variablelist>\n&dry;&mdash;&gone;</refentry>',
    included: {
      'book/cut/parts/oil.xml':
        '<!-- x -->\n<varlistentry><term>-o</term> &wood; &oil;</varlistentry>',
      'book/cut/parts/wood.xml': '<para>Oak.</para>',
      'book/cut/dry.xml': '<chapter><title>Dry</title></chapter>',
    },
  });
  expect(expanded.split(']>\n')[1]).toBe(
    '<refentry><variablelist>\n  <!-- x -->\n<varlistentry><term>-o</term> <para>Oak.</para> &oil;</varlistentry>\n</variablelist>\n' +
      '&dry;&mdash;&gone;</refentry>',
  );
});

test('a file of DocBook has the element that XInclude names by its id', () => {
  const options =
    '<variablelist>\n<varlistentry id="oil"><term>-o</term><varlistentry/>\n<xi:include href="version.xml" xpointer="v2"/></varlistentry>\n' +
    '<varlistentry id="dry"><term>-d</term></varlistentry></variablelist>';
  const { content: expanded } = withIncludes({
    ...document,
    content: '<refentry>\n<xi:include href="options.xml" xpointer="oil" /><para/>\n</refentry>',
    included: {
      'book/cut/options.xml': options,
      'book/cut/version.xml': '<refsect1><para id="v2">Since 2.</para></refsect1>',
    },
  });
  expect(expanded).toBe(
    '<refentry>\n<varlistentry id="oil"><term>-o</term><varlistentry/>\n<para id="v2">Since 2.</para></varlistentry><para/>\n</refentry>',
  );
});

test('a page of Mallard has the element that a path of XPointer names', () => {
  const { content: expanded } = withIncludes({
    ...document,
    content:
      '<steps>\n<include href="steps.xml"\n  xpointer="xpointer(/*/*[@xml:id=\'oil\'])"\n  xmlns="http://www.w3.org/2001/XInclude"/>\n</steps>',
    included: {
      'book/cut/steps.xml': '<steps><item xml:id="oil"><p>Oil it.</p></item></steps>',
    },
  });
  expect(expanded).toBe('<steps>\n<item xml:id="oil"><p>Oil it.</p></item>\n</steps>');
});

test('a file of DocBook needs the files of entities and text, and no other files of the book', () => {
  expect(neededIncludes(document).map(([first]) => first)).toEqual([
    'book/general.ent',
    'book/cut/saw.c',
  ]);
});
