import { expect, test } from 'vitest';
import { amountOf, millionthsOf, moneyText } from './money.ts';

test('three hundred prices of a tenth of a cent are thirty cents to the last digit', () => {
  expect(amountOf(300 * millionthsOf(0.001))).toBe(0.3);
});

test.each([
  [5, '$5.00'],
  [0, '$0.00'],
  [0.1, '$0.10'],
  [12.345, '$12.345'],
])('%f is shown as %s', (amount, text) => {
  expect(moneyText(amount)).toBe(text);
});
