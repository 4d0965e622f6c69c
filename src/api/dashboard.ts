import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, type Request, type Response } from 'express';
import { LecternError } from '../base/errors.ts';

/** What `npm run build:dashboard` writes; it stands beside the program in a clone, in the package and in the image. */
const built = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url));

export interface DashboardOptions {
  /** Folder of the built page. */
  folder?: string;
  /** Path below which clients reach the server, with a slash at its end; wherever the page was called when absent. */
  base?: string;
}

/**
 * The dashboard: the page at `/` and its files, from this server alone. The names of files follow from what is in them, so
 * that browsers keep them for ever. Without a built page `/` is 404 not_found and says how to build it.
 */
export function dashboard({ folder = built, base }: DashboardOptions): Router {
  const router = Router();
  const html = read(join(folder, 'index.html'));
  const page = base === undefined ? html : html?.replace('<head>', `<head><base href="${base}">`);
  router.get('/', (_request, response) => {
    if (page === undefined) throw notBuilt();
    const nonce = randomBytes(16).toString('base64');
    response.set({ 'Content-Security-Policy': policy(nonce), 'Content-Type': 'text/html' });
    response.send(page.replace('%NONCE%', nonce));
  });
  router.get('/favicon.svg', (_request, response) => {
    response.sendFile('favicon.svg', { root: folder, maxAge: '1 day' });
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

/** Nothing from elsewhere, no script that is not a file of the server, and no page around it. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The component library makes a style element for what depends on the theme and the width of the window.
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

/** What files are compressed as, best first. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/** The file, compressed as the browser takes it: both forms were made when the page was built. */
function sendAsset(request: Request, response: Response, { root, name, files }: Asset): void {
  const encoding = encodings.find(
    (one) => files.has(`${name}${one.ending}`) && request.acceptsEncodings(one.name) !== false,
  );
  response.type(name).vary('Accept-Encoding');
  if (encoding) response.set('Content-Encoding', encoding.name);
  response.sendFile(`${name}${encoding?.ending ?? ''}`, {
    root,
    immutable: true,
    maxAge: '365 days',
  });
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
  return new LecternError('not_found', 404, message);
}
