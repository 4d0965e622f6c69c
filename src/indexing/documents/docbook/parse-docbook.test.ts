import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat, names } from '../../../../test/support/sections.ts';
import { isDocbook } from './docbook-file.ts';
import { parseDocbook } from './parse-docbook.ts';

const parse = async (content: string) =>
  parseDocbook({ path: 'doc/saw.xml', format: 'docbook', content, hash: '' });
const shown = async (content: string): Promise<string> =>
  flat(await parse(`<sect1>${content}</sect1>`));

const chapter = `<?xml version="1.0"?>
<!DOCTYPE chapter PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd" [
  <!ENTITY version "8.1">
  <!ENTITY product 'Saw &version;'>
]>
<chapter id="cut">
  <title>Cut with &product;</title>
  <indexterm><primary>wood</primary></indexterm>
  <para>Saws   cut
    <emphasis>wood</emphasis> &mdash; see <xref linkend="oil"/>.</para>
  <sect1 id="oil"><title>Oil the <command>saw</command></title>
    <programlisting language="php"><![CDATA[
<?php oil(); &version;
]]></programlisting>
  </sect1>
</chapter>
<!-- Keep this comment -->`;

test('an article of an older DocBook has the title of its header, without its author', async () => {
  const article = await parse(
    '<article id="saw"><artheader><title>Saw Guide</title><author><surname>Ash</surname></author></artheader><para>Cut.</para></article>',
  );

  expect(article.title).toBe('Saw Guide');
  expect(flat(article)).toBe('Cut.');
});

test('a chapter has its title, the sections below it, and the values of its entities', async () => {
  const document = await parse(chapter);

  expect(document.title).toBe('Cut with Saw 8.1');
  expect(names(document)).toEqual(['Cut with Saw 8.1', 'Oil the saw']);
  expect(document.sections.map(({ anchor }) => anchor)).toEqual(['cut', 'oil']);
  expect(document.sections[0]!.blocks).toEqual([
    { kind: 'text', text: 'Saws cut *wood* — see Oil the saw.' },
  ]);
  expect(document.sections[1]!.blocks).toEqual([
    { kind: 'code', language: 'php', code: '<?php oil(); &version;' },
  ]);
});

test('code has no indentation that all its lines share with the elements around it', async () => {
  expect(
    await shown(
      '<programlisting>\n      saw {\n        oil();\n      }\n    </programlisting><screen>$ saw\n  done</screen>',
    ),
  ).toBe('«|saw {\n  oil();\n}»\n\n«|$ saw\n  done»');
});

test('the metadata of a manual page is not shown', async () => {
  const document = await parse(
    '<refentry><docinfo><date>@DATE@</date></docinfo><refnamediv><refname>saw</refname><refpurpose>cuts</refpurpose>' +
      '</refnamediv></refentry>',
  );
  expect(flat(document)).toBe('`saw` — cuts');
});

test('a document keeps what stands before code that shows another type of document', async () => {
  const document = await parse(
    '<!-- by <saw@example.org> --><section><title>Saws</title><para>They cut.</para><programlisting>' +
      '<![CDATA[<!DOCTYPE saw><saw/>]]></programlisting></section>',
  );
  expect(document.title).toBe('Saws');
  expect(flat(document)).toBe('They cut.\n\n«|<!DOCTYPE saw><saw/>»');
});

test('a reference shows the name of a manual page and the title in the information about a part', async () => {
  expect(
    await shown(
      '<para><xref linkend="op-cut"/> and <xref linkend="oiling"/></para><section xml:id="oiling"><info><title>Oil it</title></info>' +
        '<para>Often.</para></section><refentry xml:id="op-cut"><refentryinfo><title>Cut</title></refentryinfo>' +
        '<refnamediv><refname>&lt;-&gt;</refname><refpurpose>cuts</refpurpose></refnamediv></refentry>',
    ),
  ).toContain('<-> and Oil it');
});

test('of a document of SGML, text behind elements without an end is shown, and so is what they refer to', async () => {
  const content =
    '<sect1 id="cut"><title>Cut</title><para>Set <xref linkend="teeth">, <xref linkend="oil-rate"> and <literal>a</>, and <emphasis>' +
    'the <literal>b</></>.</para><!-- </> --><variablelist><varlistentry id="teeth" xreflabel="saw_teeth"><term><varname>saw_teeth</>' +
    '</term><listitem><para>Their number.<co id="x"></para></listitem></varlistentry></variablelist></sect1>';
  const document = await parseDocbook({
    path: 'doc/saw.sgml',
    format: 'docbook',
    content,
    hash: '',
  });

  expect(flat(document)).toBe(
    'Set saw_teeth, oil-rate and `a`, and the `b`.\n\n- `saw_teeth`: Their number.',
  );
});

test('a build fills values into SGML', async () => {
  const content = '<sect1><title>Cut</title><para>Set <literal>a</>.</para></sect1>';
  const document = await parseDocbook({
    path: 'doc/saw.sgml.in',
    format: 'docbook',
    content,
    hash: '',
  });

  expect(flat(document)).toBe('Set `a`.');
});

test('SGML takes linear time if it is hostile', async () => {
  const cpuSeconds = startCpuClock();
  for (const part of ['<a>', '</>', '<!--', '<![CDATA[', '<xref ', '<a></b>']) {
    const content = `<sect1>${part.repeat(20_000)}`;
    await parseDocbook({ path: 'doc/saw.sgml', format: 'docbook', content, hash: '' });
  }
  expect(cpuSeconds()).toBeLessThan(6);
});

describe('a manual page', () => {
  test('has its names and its purpose, and the form of its command', async () => {
    const document = await parse(
      '<refentry><refentryinfo><title>The saw</title></refentryinfo><refmeta><manvolnum>1</manvolnum></refmeta>' +
        '<refnamediv><refname>saw</refname><refname>jigsaw</refname><refpurpose>cuts wood</refpurpose></refnamediv>' +
        '<refsynopsisdiv><cmdsynopsis><command>saw</command> <arg>-v</arg><group choice="req"><arg choice="plain">in</arg>' +
        '<arg choice="plain">out</arg></group><arg choice="plain" rep="repeat"><replaceable>FILE</replaceable></arg></cmdsynopsis>' +
        '</refsynopsisdiv><refsect1><title>Options</title><variablelist><varlistentry><term><option>-v</option></term>' +
        '<listitem><para>Tells more. See <citerefentry><refentrytitle>oil</refentrytitle><manvolnum>8</manvolnum></citerefentry>.' +
        '</para></listitem></varlistentry></variablelist></refsect1></refentry>',
    );

    expect(names(document)).toEqual(['saw', 'Options']);
    expect(flat(document)).toBe(
      '`saw`, `jigsaw` — cuts wood\n\n«|saw [-v] {in | out} FILE...»\n\n- `-v`: Tells more. See `oil(8)`.',
    );
  });

  test('of a file of a book shows the names of entities that the book defines', async () => {
    const document = await parse(
      '<refentry><refnamediv><refname>cut</refname></refnamediv><refsect1>\n  &reftitle.returnvalues;\n  &return.success;\n' +
        '  <para>&null; with &php.ini;</para><para>&no.wood;</para></refsect1>&reference.oil;</refentry>',
    );

    expect(names(document)).toEqual(['cut', 'Return Values']);
    expect(flat(document)).toBe('`cut`\n\nreturn success\n\nnull with php.ini\n\nno wood');
  });
});

test('a parameter of Samba has its name, its synonyms and its default', async () => {
  const content =
    '<samba:parameter name="oil saw" type="boolean" context="S">\n<synonym>grease</synonym>\n' +
    '<description><para>Oils it, if <smbconfoption name="saw type">frame</smbconfoption> and <smbconfoption name="dry"/>.</para></description>\n' +
    '<value type="default">no</value><value type="example"/></samba:parameter>';
  expect(isDocbook(content)).toBe(true);
  const document = await parse(content);
  expect(document.title).toBe('oil saw (S)');
  expect(flat(document)).toBe(
    'Synonym: `grease`\n\nOils it, if `saw type = frame` and `dry`.\n\nDefault: `no`',
  );
});

test('a page of a book whose title is an entity says what it is about', async () => {
  const document = await parse(
    '<appendix xml:id="saw.constants">\n &reftitle.constants;\n <para>Teeth.</para><section xml:id="saw.a">&reftitle.intro;<para>A.</para></section></appendix>',
  );
  expect(names(document)).toEqual(['Constants (saw)', 'Introduction']);
});

test.each([
  [
    'the signature of a method',
    '<methodsynopsis><modifier>public</modifier> <type class="union"><type>bool</type><type>null</type></type>' +
      '<methodname>Saw::cut</methodname><methodparam><type>Wood</type><parameter>wood</parameter></methodparam>' +
      '<methodparam choice="opt"><type>int</type><parameter>times</parameter><initializer>1</initializer></methodparam>' +
      '</methodsynopsis>',
    '«|public Saw::cut(Wood wood, int times = 1): bool|null»',
  ],
  [
    'the prototype of a function',
    '<funcsynopsis><funcsynopsisinfo>#include &lt;saw.h&gt;</funcsynopsisinfo><funcprototype><funcdef>int <function>cut' +
      '</function></funcdef><paramdef>wood_t *<parameter>wood</parameter></paramdef><varargs/></funcprototype></funcsynopsis>',
    '«|#include <saw.h>\nint cut(wood_t *wood, ...);»',
  ],
  [
    'a class',
    '<classsynopsis><ooclass><modifier>final</modifier><classname>Saw</classname></ooclass><fieldsynopsis><type>int</type>' +
      '<varname>teeth</varname><initializer>8</initializer></fieldsynopsis><methodsynopsis><void/><methodname>cut</methodname>' +
      '</methodsynopsis></classsynopsis>',
    '«|class final Saw {\n  int teeth = 8;\n  cut(): void;\n}»',
  ],
  [
    'a note with a title',
    '<warning><title>Blades</title><para>Wear gloves.</para></warning><tip><para>Oil.</para></tip>',
    '**Blades:** Wear gloves.\n\n**Tip:** Oil.',
  ],
  [
    'a table below its title',
    '<table><title>Teeth</title><tgroup cols="2"><thead><row><entry>Saw</entry><entry>Teeth</entry></row></thead><tbody><row>' +
      '<entry><literal>jig</literal></entry><entry>8</entry></row></tbody></tgroup></table>',
    '**Teeth**\n\n| Saw | Teeth |\n| --- | --- |\n| `jig` | 8 |',
  ],
  [
    'an example with its title',
    '<example><title>Cut <function>wood</function></title><programlisting role="php">cut();</programlisting>&example.outputs;' +
      '<screen><userinput>saw</userinput></screen></example>',
    '**Cut wood**\n\n«php|cut();»\n\nexample outputs\n\n«sh|saw»',
  ],
  [
    'what the callouts of code explain',
    '<programlistingco><areaspec><area id="a1" coords="1"/></areaspec><programlisting>cut teeth="8"</programlisting><calloutlist>' +
      '<callout arearefs="a1"><para><literal>teeth</literal> (optional): How many.</para></callout></calloutlist></programlistingco>',
    '«|cut teeth="8"»\n\n- `teeth` (optional): How many.',
  ],
  [
    'lists',
    '<itemizedlist><listitem><para>One</para></listitem></itemizedlist><procedure><step><para>Cut.</para></step></procedure>' +
      '<simplelist type="inline"><member>a</member><member>b</member></simplelist>',
    '- One\n1. Cut.\n\na, b',
  ],
  [
    'links, keys and quotations',
    '<para><ulink url="https://saw.example/"/>, <link xlink:href="https://oil.example/">oil</link>, <quote>so</quote>, ' +
      '<keycombo><keycap>Ctrl</keycap><keycap>C</keycap></keycombo><footnote><para>Or not.</para></footnote></para>',
    'https://saw.example/, [oil](https://oil.example/), “so”, `Ctrl+C` (Or not.)',
  ],
])('writes %s', async (_, content, expected) => {
  expect(await shown(content)).toBe(expected);
});

test.each([
  [
    'a document type',
    '<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "a">\n<book/>',
    true,
  ],
  ['a namespace', '<?xml version="1.0"?><article xmlns="http://docbook.org/ns/docbook" />', true],
  ['an element of its own', '<!-- doc/cut.sgml -->\n\n<refentry id="cut">', true],
  ['an element of other languages', '<?xml version="1.0"?>\n<book id="cut"><sect1/></book>', false],
  ['settings', '<project xmlns="http://maven.apache.org/POM/4.0.0"><chapter/></project>', false],
  ['a style sheet', '<xsl:stylesheet xmlns:d="http://docbook.org/ns/docbook">', false],
  ['nothing', '', false],
])('a file with %s: DocBook is %#', (_, content, expected) => {
  expect(isDocbook(content)).toBe(expected);
});

describe('a page of a site in XML', () => {
  test.each([
    [
      'xdoc',
      '<!DOCTYPE document [<!ENTITY project SYSTEM "project.xml">]>\n<document>&project;<properties><title>Saw</title>' +
        '<author>A</author></properties><body><section name="Cut"><p>Cut <a href="https://wood.example/">wood</a>.</p>' +
        '<subsection name="Oil"><source>\n  oil();\n    dry();\n</source><toc/></subsection></section></body></document>',
      ['Saw', 'Cut', 'Oil'],
      'Cut [wood](https://wood.example/).\n\n«|oil();\n  dry();»',
    ],
    [
      'Forrest',
      '<document><header><title>Saw</title><authors><person name="A"/></authors></header><body><section id="cut">' +
        '<title>Cut</title><note>Oil <link href="https://oil.example/">it</link>.</note></section></body></document>',
      ['Saw', 'Cut'],
      '**Note:** Oil [it](https://oil.example/).',
    ],
    [
      'Tomcat',
      '<document><properties><title>Saw</title></properties><body><section name="Attributes"><toc/><attributes><attribute ' +
        'name="teeth" required="true"><p>Their number.</p></attribute></attributes><properties><property name="saw.oil">' +
        '<p>The oil.</p></property></properties></section></body></document>',
      ['Saw', 'Attributes'],
      '- `teeth` (required): Their number.\n- `saw.oil`: The oil.',
    ],
    [
      'nginx',
      '<module name="Module saw" link="/saw.html"><section id="summary"><para>The <literal>saw</literal> cuts.</para>' +
        '</section><section id="directives" name="Directives"><directive name="cut"><syntax><literal>on</literal> |\n' +
        '<value>size</value></syntax><default>on</default><context>http</context><context>server</context>' +
        '<appeared-in>1.2</appeared-in><para>Cuts, see <link id="oil"/>:\n<example>\ncut on;\n    # all\n</example>\n' +
        'or <http-status code="404" text="Not Found"/>.</para><para><list type="tag"><tag-name><header>Oil</header></tag-name>' +
        '<tag-desc>see <c-func>oil</c-func></tag-desc></list></para></directive></section></module>',
      ['Module saw', 'Directives', 'cut'],
      'The `saw` cuts.\n\n- Syntax: `cut on | size;`\n- Default: `cut on;`\n- Context: http, server\n' +
        '- Appeared in version: 1.2\n\nCuts, see oil:\n\n«|cut on;\n    # all»\n\nor 404 (Not Found).\n\n- `Oil`: see `oil()`',
    ],
    [
      'Gentoo',
      '<devbook self="cut/"><chapter><title>Cut</title><body><p>Use <c>cut</c> <d/> <e>now</e>, see ' +
        '<uri link="https://oil.example/">oil</uri>.</p></body><section><title>The <c>oil</c></title><body><important>Dry it.' +
        '</important><codesample lang="sh">\noil\n</codesample><table><tr><th>A</th></tr><tr><ti>1</ti></tr></table></body>' +
        '</section></chapter></devbook>',
      ['Cut', 'The oil'],
      'Use `cut` — *now*, see [oil](https://oil.example/).\n\n**Important:** Dry it.\n\n«sh|oil»\n\n| A |\n| --- |\n| 1 |',
    ],
    [
      'Apache HTTP Server',
      '<modulesynopsis><name>mod_saw</name><description>Cuts wood</description><status>Base</status><summary><p>See ' +
        '<directive type="section">Saw</directive> of <module>core</module>.</p></summary><seealso>Oil</seealso>' +
        '<directivesynopsis type="section"><name>Cut</name><description>Cuts</description><syntax>&lt;Cut <var>wood</var>' +
        '&gt;</syntax><contextlist><context>server config</context><context>directory</context></contextlist><usage>' +
        '<highlight language="config">\nCut on\n</highlight><example><title>Log</title><indent>\n  one<br />\n  <indent>two' +
        '</indent>\n</indent></example></usage></directivesynopsis></modulesynopsis>',
      ['mod_saw', '<Cut>'],
      'Cuts wood\n\n- Status: Base\n\nSee `<Saw>` of `core`.\n\nCuts\n\n- Syntax: `<Cut wood>`\n' +
        '- Context: server config, directory\n\n«apache|Cut on»\n\n**Log**\n\n«|  one\n    two»',
    ],
  ])(
    'of %s has its parts, its code and what it tells about settings',
    async (_, content, titles, text) => {
      expect(isDocbook(content)).toBe(true);
      const document = await parse(content);
      expect(names(document)).toEqual(titles);
      expect(flat(document)).toBe(text);
    },
  );

  test('takes linear time if it is hostile', async () => {
    const cpuSeconds = startCpuClock();
    for (const part of [
      'a<b/>',
      '<directive name="a"><syntax/>b',
      '<example>a<br/>',
      '<note>',
      '&a;',
      '<section ',
    ]) {
      await parse(`<module name="a"><section><para/></section>${part.repeat(5_000)}`);
    }
    expect(cpuSeconds()).toBeLessThan(6);
  });

  test.each([
    ['of checks', '<module name="Checker"><module name="TreeWalker"/></module>'],
    ['of a program', '<document><section name="a"><key value="1"/></section></document>'],
  ])('is no file with the settings %s', (_, content) => {
    expect(isDocbook(content)).toBe(false);
  });
});

test.each([
  [
    '<set id="saws">\n <title>Saws</title>\n <book id="oil"><para>Oil it.</para></book></set>',
    true,
  ],
  ['<section><title>Oil</title><simpara>Oil it.</simpara></section>', true],
  ['<set><title>Saws</title><item/></set>', false],
  ['<saws><section><title>Oil</title><para>Oil it.</para></section></saws>', false],
])('a part of a book has a title and paragraphs: %s', (content, expected) => {
  expect(isDocbook(content)).toBe(expected);
});
