import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, type Request, type Response } from 'express';
import { LecternError } from '../base/errors.ts';

/** The output of `npm run build:dashboard`, at the same relative path in a clone, the package and the image. */
const built = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url));

/** Where the page is on the disk, and below which path a proxy publishes it. */
export interface DashboardOptions {
  /** Folder of the built page. Default: the output of the build. */
  folder?: string;
  /** Public path of the server, with a trailing slash. Default: relative to the page's own address. */
  base?: string;
}

/**
 * Serves the dashboard at `/` and its files. File names contain a hash of the content, so browsers can cache them forever.
 * If the page is not built, `/` responds 404 not_found with the build command.
 */
export function dashboard({ folder = built, base }: DashboardOptions): Router {
  const router = Router({ caseSensitive: true });
  const html = read(join(folder, 'index.html'));
  const page = base === undefined ? html : html?.replace('<head>', `<head><base href="${base}">`);
  router.get('/', (_request, response) => {
    if (page === undefined) throw notBuilt();
    const nonce = randomBytes(16).toString('base64');
    response.set({ 'Content-Security-Policy': policy(nonce), 'Content-Type': 'text/html' });
    response.send(page.replace('%NONCE%', nonce));
  });
  router.get('/favicon.svg', (_request, response) => {
    cacheable(response).sendFile('favicon.svg', { root: folder, maxAge: '1 day' });
  });
  const files = filesOf(join(folder, 'assets'));
  router.get('/assets/:name', (request, response, next) => {
    const { name } = request.params;
    if (files.has(name))
      sendAsset(request, response, { root: join(folder, 'assets'), name, files });
    else next();
  });
  return router;
}

/** Allows only files of this server, and forbids framing. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The component library adds a style element for the theme and the window's width.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

interface Asset {
  root: string;
  name: string;
  files: ReadonlySet<string>;
}

/** Supported encodings, best first. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/** Sends a file in the browser's preferred encoding; the build creates the compressed files. */
function sendAsset(request: Request, response: Response, { root, name, files }: Asset): void {
  const encoding = encodings.find(
    (one) => files.has(`${name}${one.ending}`) && request.acceptsEncodings(one.name) !== false,
  );
  response.type(name).vary('Accept-Encoding');
  if (encoding) response.set('Content-Encoding', encoding.name);
  cacheable(response).sendFile(`${name}${encoding?.ending ?? ''}`, {
    root,
    immutable: true,
    maxAge: '365 days',
  });
}

/** Removes the no-store of every response (requestContext). While it is there, `sendFile` keeps it and ignores `maxAge`. */
function cacheable(response: Response): Response {
  response.removeHeader('Cache-Control');
  return response;
}

function filesOf(folder: string): ReadonlySet<string> {
  return new Set(existsSync(folder) ? readdirSync(folder) : []);
}

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function notBuilt(): LecternError {
  const message =
    'The dashboard is not built: run `npm run build:dashboard` in the clone. /api/openapi.json describes the API.';
  return new LecternError('not_found', message);
}
