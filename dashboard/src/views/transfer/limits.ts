/** Libraries in one bundle; the server takes no more. */
export const mostLibraries = 50;
/** Versions of a library in one bundle, besides the default one. */
export const mostVersions = 50;
