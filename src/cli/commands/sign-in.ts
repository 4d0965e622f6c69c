import { createClient, type ClientOptions } from '../client/client.ts';
import { linkMinutes } from '../../identity/sessions/sign-in-links.ts';
import { printJson, printLine, printNote } from './output.ts';

/** `lectern sign-in`: prints a link that signs a browser on this machine in to the page, once. */
export async function printSignInLink({
  json,
  ...options
}: ClientOptions & { json?: boolean }): Promise<void> {
  const link = await createClient(options).json<{ url: string; expiresAt: string }>(
    '/api/v1/sign-in-links',
    { method: 'POST' },
  );
  if (json) {
    printJson(link);
    return;
  }
  printLine(link.url);
  printNote(`Open it in a browser on this machine. It works once, within ${linkMinutes} minutes.`);
}
