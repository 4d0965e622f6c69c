/** Handles the failure of reading a file: returns undefined if the file does not exist, and throws any other error. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
