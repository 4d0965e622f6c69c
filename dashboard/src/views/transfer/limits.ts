/** Libraries in one bundle; the server takes no more. */
export const mostLibraries = 50;
