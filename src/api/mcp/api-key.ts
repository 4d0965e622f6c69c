import type { IncomingHttpHeaders } from 'node:http';

// In the order in which clients' configurations win (contract 8), this project's own names first after the standard one.
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

/** The key a request carries: `Authorization`, with or without `Bearer`, else the first of the key headers that has one. */
export function apiKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const authorization = headers.authorization?.replace(/^Bearer +/i, '').trim();
  const given = [authorization, ...keyHeaders.map((name) => [headers[name]].flat()[0]?.trim())];
  return given.find(Boolean);
}

/** The key headers, as CORS names them to browsers. */
export const corsKeyHeaders = [
  'X-Context7-API-Key',
  'Context7-API-Key',
  'X-API-Key',
  'Authorization',
  'LECTERN_API_KEY',
  'Lectern-API-Key',
  'SERVICE_API_KEY',
];
