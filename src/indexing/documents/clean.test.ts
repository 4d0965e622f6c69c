import { describe, expect, test } from 'vitest';
import { cleanLines, cleanText } from './clean.ts';

describe('cleanText', () => {
  test('drops control, zero-width, bidirectional and tag characters', () => {
    const hidden = '\u0000\u0007\u00ad\u200b\u200d\u202e\u2066\ufeff\u{e0041}\ue000';

    expect(cleanText(`a${hidden}b`)).toBe('ab');
  });

  test('drops the colors of a terminal as a whole', () => {
    expect(cleanText('a \u001b[1m\u001b[38;5;9mb\u001b[0m [32m')).toBe('a b [32m');
  });

  test('drops bytes written as variation selectors and keeps the one that makes an emoji', () => {
    expect(cleanText('a\u{e0120}\u{e0121}b\ufe01\ufe02\ufe03c')).toBe('abc');
    expect(cleanText('❤️')).toBe('❤️');
  });

  test('keeps tabs, accents, scripts and emoji', () => {
    expect(cleanText('\tcafé 日本語 Ελληνικά 🚀')).toBe('\tcafé 日本語 Ελληνικά 🚀');
  });

  test('ends every line with a newline alone', () => {
    expect(cleanText('a\r\nb\rc\u2028d')).toBe('a\nb\nc\nd');
  });

  test('replaces half a surrogate pair', () => {
    expect(cleanText('a\ud800b').isWellFormed()).toBe(true);
  });

  test('drops the bytes of a picture, and keeps what follows it and a short example', () => {
    const picture = (bytes: string) => `![Saw](data:image/png;base64,${bytes}) cuts`;

    expect(cleanText(picture('iVBOR/+'.repeat(90_000)))).toBe(picture('…'));
    expect(cleanText(picture('iVBORw0KGgo='))).toBe(picture('iVBORw0KGgo='));
  });

  test('cuts a line of 50 MB to 20,000 characters and reads on', () => {
    const lines = cleanLines(`${'x'.repeat(50_000_000)}\nnext`);

    expect(lines.map((line) => line.length)).toEqual([20_000, 4]);
  });

  test('stops after 8 million characters', () => {
    const text = cleanText(`${'x'.repeat(999)}\n`.repeat(10_000));

    expect(text.length).toBeLessThan(8_001_000);
  });

  test('stops after 400,000 lines', () => {
    expect(cleanLines('\n'.repeat(5_000_000))).toHaveLength(400_000);
  });
});
