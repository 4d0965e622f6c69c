/** Compares names by the numbers in them: v9 comes before v10. */
export const naturalOrder = new Intl.Collator('en', { numeric: true }).compare;
