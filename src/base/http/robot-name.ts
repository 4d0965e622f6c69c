/** The product token that robots.txt rules are looked up by. */
export const robotName = 'Lectern';
