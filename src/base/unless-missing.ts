/** For the failure of reading a file: undefined when there is none, else the failure is thrown on. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
