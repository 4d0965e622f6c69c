/** Encodes the sign of each number as one bit, in words of 32 bits. Vectors of similar direction share most bits. */
export function encodeSigns(numbers: Float32Array): Uint8Array {
  const code = new Uint8Array(bytesOf(numbers));
  for (let at = 0; at < numbers.length; at += 1) {
    if (numbers[at]! > 0) code[at >> 3]! |= 1 << (at & 7);
  }
  return code;
}

/**
 * Returns the products of a vector with every code. The entry `byte * 256 + value` is a dot product: that of the 8 numbers of the
 * vector at this byte with the signs that the value encodes. The product with a whole code is the sum over its bytes.
 */
export function productsWithSigns(numbers: Float32Array): Float32Array {
  const products = new Float32Array(bytesOf(numbers) * 256);
  for (let none = 0, first = 0; none < products.length; none += 256, first += 8) {
    for (let at = first; at < first + 8; at += 1) products[none]! -= numbers[at] ?? 0;
    // Each bit doubles the known values: the same with that number's sign turned.
    for (let bit = 0, known = 1; bit < 8; bit += 1, known *= 2) {
      const turned = 2 * (numbers[first + bit] ?? 0);
      for (let value = 0; value < known; value += 1) {
        products[none + known + value] = products[none + value]! + turned;
      }
    }
  }
  return products;
}

function bytesOf(numbers: Float32Array): number {
  return Math.ceil(numbers.length / 32) * 4;
}
