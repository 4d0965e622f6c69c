/** Matches the ending of the file of an API description. */
export const descriptionEnding = /\.(?:json|ya?ml)$/i;
