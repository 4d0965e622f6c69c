/** Amounts are whole millionths, which add up without rounding errors. */
const parts = 1_000_000;

/** Returns an amount in millionths. */
export function millionthsOf(amount: number): number {
  return Math.round(amount * parts);
}

/** Returns millionths as a decimal number. */
export function amountOf(millionths: number): number {
  return millionths / parts;
}

/** Returns an amount for people: $5.00, or with more decimals if it has more. */
export function moneyText(amount: number): string {
  const [whole, places = ''] = String(amount).split('.');
  return `$${whole}.${places.padEnd(2, '0')}`;
}
