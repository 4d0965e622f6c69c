/** Maximum bytes of an import: of a JSON body, or of the bundle in a form. */
export const maxImportBytes = 100_000_000;
