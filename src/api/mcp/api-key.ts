import type { IncomingHttpHeaders } from 'node:http';

// The headers that clients of Context7 send, in the order of Context7's server. Lectern's own names come first.
const keyHeaders = [
  'lectern_api_key',
  'lectern-api-key',
  'service_api_key',
  'x-context7-api-key',
  'context7-api-key',
  'x-api-key',
  'context7_api_key',
  'x_api_key',
];

/** Returns the request's key: from `Authorization`, with or without `Bearer`, else from the first key header with a value. */
export function apiKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const authorization = headers.authorization?.replace(/^Bearer +/i, '').trim();
  const given = [authorization, ...keyHeaders.map((name) => [headers[name]].flat()[0]?.trim())];
  return given.find(Boolean);
}

/** The key headers for CORS. */
export const corsKeyHeaders = [
  'X-Context7-API-Key',
  'Context7-API-Key',
  'X-API-Key',
  'Authorization',
  'LECTERN_API_KEY',
  'Lectern-API-Key',
  'SERVICE_API_KEY',
];
