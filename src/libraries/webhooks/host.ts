/** Git hosts whose push webhooks are understood. Gitea stands for Forgejo too, Bitbucket for Cloud and Data Center. */
export const webhookHosts = ['github', 'gitlab', 'gitea', 'bitbucket'] as const;

export type WebhookHost = (typeof webhookHosts)[number];

/** A request's headers by their names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A header that was sent once; '' otherwise. */
export function headerOf(headers: Headers, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
