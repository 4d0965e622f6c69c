/** The product token of this program in robots.txt rules and in `User-Agent`. */
export const robotName = 'Lectern';
