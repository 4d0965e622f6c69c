import { RunError } from '../errors.ts';

/** An http or https URL. Throws RunError('InvalidSource') for everything else. */
export function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.hostname && /^https?:$/.test(url.protocol)) return url;
  throw new RunError(
    'InvalidSource',
    `${JSON.stringify(text.slice(0, 100))} is neither a URL nor a path; expected one such as https://docs.example.org/ or ./docs`,
  );
}
