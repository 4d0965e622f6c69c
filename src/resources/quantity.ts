/** An amount such as 500m, 2Gi or 1.5e3, as the API server reads it, without a sign. */
const quantity =
  /^(?<whole>[0-9]+|(?=[.][0-9]))(?:[.](?<part>[0-9]*))?(?<suffix>[KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,2})?$/;

/** The longest text that is read; the definition of Library has the same bound. */
const longest = 40;

/** Suffixes of Kubernetes: powers of 1024, and powers of ten from nano on. */
const binary = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/**
 * Returns the amount that a Kubernetes quantity stands for in billionths, rounded up as the API server does. Returns
 * undefined if the text is not a quantity, has a sign, or has more than 40 characters. Pure.
 */
export function parseQuantity(text: string): bigint | undefined {
  const {
    whole,
    part = '',
    suffix = '',
  } = (text.length <= longest && quantity.exec(text)?.groups) || {};
  if (whole === undefined) return undefined;
  const digits = BigInt(`${whole}${part}`);
  const power = binary.indexOf(suffix) + 1;
  const exponent = decimal[suffix] ?? (/^[eE]./.test(suffix) ? Number(suffix.slice(1)) : 0);
  const shift = (power > 0 ? 0 : exponent) + 9 - part.length;
  const scaled = digits * 1024n ** BigInt(power);
  if (shift >= 0) return scaled * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return (scaled + divisor - 1n) / divisor;
}

/** Returns whether a quantity is more than another one. Text that is not a quantity is more than any limit. Pure. */
export function isMore(asked: string, most: string): boolean {
  const [amount, bound] = [parseQuantity(asked), parseQuantity(most)];
  return amount === undefined || bound === undefined || amount > bound;
}

/** Requests or limits of a container. In YAML, a quantity may be a number. */
type Quantities = Record<string, string | number>;

/** Returns which request of a container is above its limit, because Kubernetes refuses such a Pod; undefined if none is. Pure. */
export function requestMistake({
  requests = {},
  limits = {},
}: {
  requests?: Quantities;
  limits?: Quantities;
}): string | undefined {
  const wrong = Object.entries(requests).find(
    ([name, asked]) => Object.hasOwn(limits, name) && isMore(`${asked}`, `${limits[name]}`),
  );
  if (!wrong) return undefined;
  const [name, asked] = wrong;
  return `resources.requests.${name} must be at most its limit ${limits[name]}, not ${asked}`;
}
