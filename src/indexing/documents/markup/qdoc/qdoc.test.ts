import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../../test/support/sections.ts';
import { selectFiles } from '../../../sources/filter.ts';
import type { ParsedDocument } from '../../document.ts';
import { parseDocument } from '../../parse.ts';
import { hasQdocTopic } from './qdoc-file.ts';
import { qdocToMarkdown } from './qdoc.ts';

async function parsed(content: string, path = 'doc/saw.qdoc'): Promise<ParsedDocument> {
  return parseDocument({ path, format: 'markdown', content, hash: '' });
}

async function shown(content: string, path?: string): Promise<string> {
  return flat(await parsed(content, path));
}

test('a page has its title, sections, links and words in code', async () => {
  const page = String.raw`// A license
/*!
    \page saws.html
    \title Saws of \QC
    \brief How to cut.
    \ingroup tools

    A \e thin \b{long saw} with \c cut(), see \l Oil, \l {All Saws} {saws}
    and \l{https://saws.test/a_b}{their page}. It is \a x * 2\sup 3, \tm.

    \image saw.png

    \target use
    \section1 Use

    \note Take care
    of \uicontrol{File > Cut}.

    \omit
    Hidden.
    \endomit
    \if defined(online)
    First.
    \else
    Second.
    \endif

    \sa {Oil}, QSaw::cut()
*/

/*!
    \externalpage https://saws.test/
    \title Elsewhere
*/
`;
  const { title, sections } = await parsed(page);
  expect(title).toBe('Saws of Qt Creator');
  expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['Saws of Qt Creator', 'Use']);
  const text = await shown(page);
  expect(text).toContain(
    'A *thin* **long saw** with `cut()`, see Oil, saws and [their page](https://saws.test/a_b).',
  );
  expect(text).toContain('It is *x* \\* 2^3, ™.');
  expect(text).toMatch(/Note\W+Take care of \*\*File > Cut\*\*\./);
  expect(text).toContain('First.');
  expect(text).toContain('See also Oil, QSaw::cut()');
  expect(text).not.toMatch(/Hidden|Second|Elsewhere|tools|saw\.png|license/);
});

test('lists, tables and code', async () => {
  const text = await shown(String.raw`/*!
    \title Saws

    \list
        \li One
            goes on
            \list 1
                \li Inner
                \li Next
            \endlist
        \li Two:
            \code
            cut(1);
            \endcode
    \endlist

    \table 80%
    \header \li Name \li Use
    \row
        \li Hand
        \li Cuts a|b

            slowly
    \row \li {2, 1} Both
    \endtable

    \badcode
    $ saw \c x
    \endcode
    \qml
    Saw {}
    \endqml
*/
`);
  expect(text).toMatch(/- One goes on\n+\s+1\. Inner\n+\s+2\. Next/);
  expect(text).toMatch(/- Two:\n+«cpp\|cut\(1\);»/);
  expect(text).toContain('| Name | Use |\n| --- | --- |\n| Hand | Cuts a\\|b slowly |');
  expect(text).toMatch(/\| Both \|\s+\|/);
  expect(text).toMatch(/«(?:sh)?\|\$ saw \\c x»\n+«qml\|Saw \{\}»/);
});

test('comments of source files describe classes, types and their members', async () => {
  const source = String.raw`/*!
    \class QSaw
    \inmodule QtSaws
    \since 6.1
    \brief Cuts wood.
*/

/*!
    \qmltype Saw
    \nativetype QSaw

    \brief Cuts in QML.
*/

/*!
    \enum QSaw::Kind

    \value Hand  By hand.
    \value Band
           With a band.
    \omitvalue Other
*/

/*!
    \qmlproperty int Saw::depth
    How deep.
*/

/*!
    \fn void QSaw::cut(int depth)
    \fn void QSaw::cut()

    Cuts \a depth.
*/

/*!
    Returns the depth.
*/
int QSaw::depth() const
{
    return 1;
}

/*! \internal
    Secret.
*/
void QSaw::hide() {}
`;
  const { title, sections } = await parsed(source, 'src/qsaw.cpp');
  expect(title).toBe('QSaw Class');
  expect(sections.map(({ headings }) => headings.join(' > '))).toEqual([
    'QSaw Class',
    'QSaw Class > enum QSaw::Kind',
    'QSaw Class > QSaw::cut()',
    'QSaw Class > QSaw::depth()',
    'Saw QML Type',
    'Saw QML Type > Saw::depth property',
  ]);
  const text = await shown(source, 'src/qsaw.cpp');
  expect(text).toContain('Since 6.1.');
  expect(text).toMatch(/- `Hand`: By hand\.\n+- `Band`: With a band\./);
  expect(text).toContain('«cpp|void QSaw::cut(int depth)\nvoid QSaw::cut()»\n\nCuts *depth*.');
  expect(text).toContain('«cpp|int QSaw::depth() const»\n\nReturns the depth.');
  expect(text).toContain('«qml|int Saw::depth»');
  expect(text).not.toMatch(/Secret|Other/);
});

test('source files are read if a project has settings of QDoc', () => {
  const files = ['doc/saws.qdoc', 'doc/snippets/a.qdoc', 'src/qsaw.cpp', 'src/3rdparty/a.cpp'];
  const read = (...paths: string[]): string[] =>
    selectFiles(
      paths.map((path) => ({ path })),
      {},
    ).map(({ path }) => path);
  expect(read(...files, 'doc/saws.qdocconf')).toEqual(['doc/saws.qdoc', 'src/qsaw.cpp']);
  expect(read(...files)).toEqual(['doc/saws.qdoc']);
  expect(hasQdocTopic('/*!\n    \\class QSaw\n*/')).toBe(true);
  expect(hasQdocTopic('/*!\n    Returns it.\n*/')).toBe(false);
});

test('hostile documents take linear time', () => {
  const all = [
    '\\c{',
    '\\l ',
    '{',
    '\\list\n\\li a\n',
    '\\table\n\\row\n\\li a\n',
    '\\code\n',
    '\\omit\n',
    '\\fn a()\n',
    '\\value a\n',
    '\\li ',
    '/*! a\n',
    '\\sa {a\n',
    '\\b ',
    '\\section1 a\n',
    '*/\n/*!\n\\fn A::b()\n',
  ];
  for (const part of all) {
    const seconds = startCpuClock();
    const text = part.repeat(Math.ceil(400_000 / part.length));
    const lines = `/*!\n\\title A\n${text}\n*/`.split('\n');
    qdocToMarkdown(lines.map((line) => line.slice(0, 20_000)));
    expect(seconds(), part).toBeLessThan(4);
  }
}, 60_000);
