import { pathToFileURL } from 'node:url';

/** Returns the address of an absolute path for the server. A path of Windows, which begins with a drive, becomes a URL. */
export function localAddress(path: string): string {
  return path.startsWith('/') ? path : pathToFileURL(path, { windows: true }).href;
}
