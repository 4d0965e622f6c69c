/** Folders in which plain text is documentation. */
export const documentationFolder = /(?:^|\/)(?:docs?|documentation|guides?|manuals?)\//i;
