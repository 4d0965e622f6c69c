/** Maximum number of libraries in a bundle, equal to that of the server. */
export const mostLibraries = 50;
/** Maximum number of versions of a library in a bundle, besides the default one. */
export const mostVersions = 50;
