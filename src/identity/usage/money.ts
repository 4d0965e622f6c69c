/** Sums of money are whole millionths, which add up without loss. */
const parts = 1_000_000;

/** Millionths of a decimal number. */
export function millionthsOf(amount: number): number {
  return Math.round(amount * parts);
}

/** The decimal number of millionths. */
export function amountOf(millionths: number): number {
  return millionths / parts;
}

/** As people write it: $5.00, or with more places where it has more. */
export function moneyText(amount: number): string {
  const [whole, places = ''] = String(amount).split('.');
  return `$${whole}.${places.padEnd(2, '0')}`;
}
