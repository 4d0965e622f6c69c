import { HttpClient } from '../../../base/http/client.ts';
import { idleMs, type Preview, type PreviewOptions } from './preview.ts';

/** Makes a preview with an HTTP client, and closes the client. */
export async function withClient(
  { allowedRanges }: PreviewOptions,
  work: (client: HttpClient) => Promise<Preview>,
): Promise<Preview> {
  const client = new HttpClient({ allowedRanges, requestTimeoutMs: idleMs });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
