import { describe, expect, test } from 'vitest';
import { BodyReader, type BodyEvent } from './body-reader.ts';

/** Returns the events of a body that is read in pieces of `length` bytes. */
function eventsOf(body: string, length = 7): BodyEvent[] {
  const reader = new BodyReader();
  const bytes = Buffer.from(body);
  const events: BodyEvent[] = [];
  for (let at = 0; at < bytes.length; at += length) {
    events.push(...reader.read(bytes.subarray(at, at + length)));
  }
  return [...events, ...reader.end()];
}

const code = {
  id: 'https://example.org/a',
  title: 'Ä',
  codeList: [{ language: 'ts', code: '}]' }],
};
const info = { id: 'https://example.org/b', content: 'x\n\u2028"', tokens: 3 };

describe('an import body', () => {
  test('is read library by library and snippet by snippet', () => {
    const body = {
      force: true,
      libraries: [
        { project: '/acme/web', codeSnippets: [code, code], infoSnippets: [info] },
        { infoSnippets: [], project: '/acme/empty' },
      ],
    };

    const of = 'library';
    expect(eventsOf(JSON.stringify(body))).toEqual([
      { type: 'field', of: 'body', name: 'force', value: true },
      { type: 'libraries' },
      { type: 'begin' },
      { type: 'field', of, name: 'project', value: '/acme/web' },
      { type: 'snippet', of, kind: 'code', value: code },
      { type: 'snippet', of, kind: 'code', value: code },
      { type: 'snippet', of, kind: 'info', value: info },
      { type: 'end' },
      { type: 'begin' },
      { type: 'field', of, name: 'project', value: '/acme/empty' },
      { type: 'end' },
    ]);
  });

  test('may be a library alone', () => {
    const events = eventsOf(JSON.stringify({ infoSnippets: [info], project: '/acme/web' }));

    expect(events).toEqual([
      { type: 'snippet', of: 'body', kind: 'info', value: info },
      { type: 'field', of: 'body', name: 'project', value: '/acme/web' },
    ]);
  });

  test('is read version by version', () => {
    const library = {
      versions: [{ infoSnippets: [info], version: 'v1' }, 'v2', {}],
      codeSnippets: [code],
    };
    const versionsOf = (of: 'body' | 'library'): object[] => [
      { type: 'beginVersion', of },
      { type: 'snippet', of, inVersion: true, kind: 'info', value: info },
      { type: 'field', of, inVersion: true, name: 'version', value: 'v1' },
      { type: 'endVersion', of },
      { type: 'beginVersion', of },
      { type: 'endVersion', of, value: 'v2' },
      { type: 'beginVersion', of },
      { type: 'endVersion', of },
      { type: 'snippet', of, kind: 'code', value: code },
    ];

    expect(eventsOf(JSON.stringify(library))).toEqual(versionsOf('body'));
    expect(eventsOf(JSON.stringify({ libraries: [library] }))).toEqual([
      { type: 'libraries' },
      { type: 'begin' },
      ...versionsOf('library'),
      { type: 'end' },
    ]);
  });

  test('says what stands where something else should', () => {
    const body = '{"libraries":["x",{"codeSnippets":{"a":1},"infoSnippets":[7]}],"other":[[],{}]}';

    expect(eventsOf(body)).toEqual([
      { type: 'libraries' },
      { type: 'begin' },
      { type: 'end', value: 'x' },
      { type: 'begin' },
      { type: 'field', of: 'library', name: 'codeSnippets', value: { a: 1 } },
      { type: 'snippet', of: 'library', kind: 'info', value: 7 },
      { type: 'end' },
      { type: 'field', of: 'body', name: 'other', value: [[], {}] },
    ]);
  });

  test.each([
    ['', 'is incomplete'],
    ['[]', 'must be one object'],
    ['"x"', 'must be one object'],
    ['{} {}', 'must be one object'],
    ['{"libraries":[', 'is incomplete'],
    ['{"libraries":[}', 'is not JSON'],
    ['{"a":1,}', 'is not JSON'],
    ['{"a" 1}', 'is not JSON'],
    ['{"a":[1 2]}', 'is not JSON'],
    ['{a:1}', 'byte 1 is not JSON'],
    [`{"libraries":[{"codeSnippets":[{"a":${'['.repeat(30)}`, 'nested more than'],
  ])('is refused when it is not JSON: %.30s', (body, why) => {
    expect(() => eventsOf(body)).toThrow(why);
  });

  test('names a mistake once', () => {
    expect(() => eventsOf('{"libraries": nonsense}')).toThrow(
      /^The libraries cannot be read: byte 15 is not JSON\.$/,
    );
  });

  test('is refused when one snippet or one text in it is too large', () => {
    const large = 'x'.repeat(3_000_000);

    expect(() => eventsOf(`{"project":"${large}"}`, 65_536)).toThrow('larger than');
    const many = `[${'[],'.repeat(1_000_000)}[]]`;
    expect(() => eventsOf(`{"codeSnippets":[{"codeList":${many}}]}`, 65_536)).toThrow(
      'larger than',
    );
  });

  test('cannot change what objects are', () => {
    const events = eventsOf('{"codeSnippets":[{"__proto__":{"polluted":1},"constructor":2}]}');

    expect(events).toEqual([
      { type: 'snippet', of: 'body', kind: 'code', value: { constructor: 2 } },
    ]);
  });
});
