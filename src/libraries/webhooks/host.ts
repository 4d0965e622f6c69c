/** Git hosts with supported push webhooks. `gitea` includes Forgejo, `bitbucket` includes Cloud and Data Center. */
export const webhookHosts = ['github', 'gitlab', 'gitea', 'bitbucket'] as const;

/** The kind of host whose headers and payloads a webhook has; several servers can be of one kind. */
export type WebhookHost = (typeof webhookHosts)[number];

/** Headers of a request, by names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Returns the value of a header; '' if it is absent or repeated. */
export function headerOf(headers: Headers, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
