import { describe, expect, test } from 'vitest';
import { snippet } from '../../test/support/fake-stores.ts';
import { createSpelling } from './spelling.ts';
import { createVocabulary } from './vocabulary.ts';

const spelling = createSpelling(createVocabulary());
const found = [
  snippet('one', {
    title: 'Sharpen a sawblade',
    description: 'Clamp the sawblade into the filing jig, and adjust its kerfs.',
    codeList: [{ language: 'sh', code: 'saw sharpen --grit 400' }],
  }),
  snippet('two', {
    title: 'Oil the spindle',
    description: 'Adjust the lubricator of the spindle.',
  }),
  snippet('three', {
    title: 'Store a sawblade',
    description: 'Hang each sawblade on its own hook.',
  }),
];

describe('the spelling of a question', () => {
  test.each([
    ['swaps', 'how do I hang a sawbalde', 'how do I hang a sawblade'],
    ['missing letters', 'Sharpn the sawblade', 'sharpen the sawblade'],
    ['doubled letters', 'clean the spindlle?', 'clean the spindle?'],
    ['wrong letters', 'fill the "lubrikator"', 'fill the "lubricator"'],
    ['two mistakes in a long word', 'fill the lubrcatr', 'fill the lubricator'],
    ['several words', 'ajust the spinlde', 'adjust the spindle'],
  ])('is corrected for %s', async (_, question, right) => {
    expect(await spelling.correct(question, found)).toBe(right);
  });

  test.each([
    ['words that a snippet has, in any form', 'which sawblades are sharpened'],
    [
      'English words that no snippet has',
      'can a customer restore a handle or switch it to unsharpened',
    ],
    ['words made of two others', 'is there downtime in the workshop'],
    [
      'names in code',
      'why does spinlde() fail, and --spinlde, spinlde.js, saw_spinlde, `spinlde`, $spinlde and spinldeMotor',
    ],
    ['short words', 'what is a kref'],
    ['words that nothing resembles', 'does it work with a Zylonimba'],
    ['words with another first letter', 'turn the gpindle'],
    ['other scripts', '\u30ce\u30b3\u30ae\u30ea\u306e\u7814\u304e\u65b9'],
  ])('stays for %s', async (_, question) => {
    expect(await spelling.correct(question, found)).toBeUndefined();
  });

  test('takes the word that most snippets have, if two are as near', async () => {
    const others = [
      snippet('a', { description: 'One sander.' }),
      snippet('b', { description: 'The sanded board.' }),
      snippet('c', { description: 'A sanded table.' }),
    ];
    expect(await spelling.correct('which grit has a sandeq one', others)).toBe(
      'which grit has a sanded one',
    );
  });
});
