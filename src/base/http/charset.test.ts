import { assert, property, string, uint8Array } from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeText } from './charset.ts';

describe('decodeText', () => {
  test.each([
    [
      'the header wins over the page',
      'text/html; charset=koi8-r',
      '<meta charset=utf-8>Ж',
      'koi8-r',
    ],
    ['a quoted charset', 'text/html; charset="windows-1251"', 'Ж', 'windows-1251'],
    ['an unknown charset is as good as none', 'text/html; charset=klingon', 'Ж', 'utf-8'],
    ['meta http-equiv', '', '<meta http-equiv=x content="text/html; charset=gbk">中', 'gbk'],
    ['an XML declaration', '', '<?xml version="1.0" encoding="euc-jp"?>日', 'euc-jp'],
    ['a page that says UTF-16 in ASCII is UTF-8', '', '<meta charset="utf-16">Ж', 'utf-8'],
    ['Latin-1 is read as browsers do', 'text/html; charset=iso-8859-1', '“€”', 'windows-1252'],
    ['bytes that are not UTF-8', '', 'café “x”', 'windows-1252'],
  ])('%s', (_name, contentType, text, encoding) => {
    expect(decodeText(iconv.encode(text, encoding), contentType)).toBe(text);
  });

  test.each(['utf-8', 'utf-16le', 'utf-16be'])(
    'a %s byte order mark wins and is dropped',
    (name) => {
      const body = iconv.encode('Ж', name, { addBOM: true });
      expect(decodeText(body, 'text/html; charset=koi8-r')).toBe('Ж');
    },
  );

  test('any text survives UTF-8, and any bytes become some text', () => {
    assert(
      property(string({ unit: 'grapheme' }), (text) => {
        expect(decodeText(Buffer.from(text), 'text/plain; charset=utf-8')).toBe(
          text.replace(/^\uFEFF/, ''),
        );
      }),
    );
    assert(
      property(uint8Array(), string(), (bytes, contentType) => {
        expect(typeof decodeText(Buffer.from(bytes), contentType)).toBe('string');
      }),
    );
  });
});
