/** Returns that an integration is not configured, and how to do it, as a clause. `what` follows the first part. */
export function unsetIntegration(kind: 'wiki' | 'pages', what = ''): string {
  return `the ${kind} integration is not configured${what}; an admin can set it on the page, under Integrations, or with PUT /api/v1/integrations/${kind}`;
}
