/** A field of an integration, as a person fills it in. */
export interface Field {
  name: string;
  label: string;
  description?: string;
  placeholder?: string;
  /** Whether the value is secret. The page hides it, also while a person types. */
  secret?: true;
  /** Whether the value has several lines. */
  long?: true;
  optional?: true;
}

/** A kind of credential: fields that belong together. */
export interface Method {
  value: string;
  label: string;
  fields: Field[];
}

const gitMethods: Method[] = [
  {
    value: 'token',
    label: 'Token',
    fields: [
      {
        name: 'token',
        label: 'Token',
        description: 'With the right to read repositories, and no other',
        secret: true,
      },
      {
        name: 'username',
        label: 'User name',
        description: 'If the host needs a specific user name with the token',
        optional: true,
      },
    ],
  },
  {
    value: 'app',
    label: 'GitHub App',
    fields: [
      { name: 'appId', label: 'App ID', placeholder: '12345' },
      {
        name: 'privateKey',
        label: 'Private key',
        description: 'The file that GitHub created for the app',
        placeholder: '-----BEGIN RSA PRIVATE KEY-----',
        secret: true,
        long: true,
      },
      {
        name: 'installationId',
        label: 'Installation ID',
        description: 'If empty, Lectern looks it up for each repository',
        optional: true,
      },
      {
        name: 'apiUrl',
        label: 'Address of the API',
        description: 'For an Enterprise Server whose API is not at /api/v3',
        optional: true,
      },
    ],
  },
  {
    value: 'ssh',
    label: 'SSH key',
    fields: [
      {
        name: 'identity',
        label: 'Private key',
        placeholder: '-----BEGIN OPENSSH PRIVATE KEY-----',
        secret: true,
        long: true,
      },
      {
        name: 'knownHosts',
        label: 'Known hosts',
        description: 'The output of ssh-keyscan for the host',
        long: true,
      },
    ],
  },
];

const wikiMethod: Method = {
  value: 'token',
  label: 'Token',
  fields: [
    {
      name: 'siteUrl',
      label: 'Address of the site',
      placeholder: 'https://example.atlassian.net',
    },
    {
      name: 'email',
      label: 'Email',
      description: 'Email of the account for Confluence Cloud. Leave empty for Data Center.',
      optional: true,
    },
    { name: 'token', label: 'Token', secret: true },
    {
      name: 'cloudId',
      label: 'Cloud ID',
      description: 'For a token that has scopes',
      optional: true,
    },
  ],
};

const pagesMethod: Method = {
  value: 'token',
  label: 'Token',
  fields: [
    {
      name: 'token',
      label: 'Token',
      description: 'Token of the integration that you share the pages with',
      secret: true,
    },
  ],
};

/** Returns the kinds of credentials of an integration, by its name or the beginning of its name. */
export function methodsOf(name: string): Method[] {
  if (name === 'wiki') return [wikiMethod];
  return name === 'pages' ? [pagesMethod] : gitMethods;
}

/** Returns the label of a field of an integration. */
export function labelOf(name: string, field: string): string {
  const fields = methodsOf(name).flatMap((method) => method.fields);
  return fields.find((one) => one.name === field)?.label.toLowerCase() ?? field;
}
