/** A field of an integration, as a person fills it in. */
export interface Field {
  name: string;
  label: string;
  description?: string;
  placeholder?: string;
  /** Never shown again, so not while it is typed either. */
  secret?: true;
  /** Of several lines. */
  long?: true;
  optional?: true;
}

/** A way to be let in: the fields that belong together. */
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
        description: 'It needs to read repositories, and nothing else',
        secret: true,
      },
      {
        name: 'username',
        label: 'User name',
        description: 'Where the host wants a certain one beside the token',
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
        description: 'The file that GitHub made for the app',
        placeholder: '-----BEGIN RSA PRIVATE KEY-----',
        secret: true,
        long: true,
      },
      {
        name: 'installationId',
        label: 'Installation ID',
        description: 'Looked up for each repository when empty',
        optional: true,
      },
      {
        name: 'apiUrl',
        label: 'Address of the API',
        description: 'Of an Enterprise Server that has it elsewhere than at /api/v3',
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
        description: 'What ssh-keyscan prints for the host',
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
      description: 'Of the account, for Confluence Cloud; empty for Data Center',
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
      description: 'Of the integration that the pages are shared with',
      secret: true,
    },
  ],
};

/** How an integration can be set, by its name or the beginning of it. */
export function methodsOf(name: string): Method[] {
  if (name === 'wiki') return [wikiMethod];
  return name === 'pages' ? [pagesMethod] : gitMethods;
}

/** What a person calls a field of an integration. */
export function labelOf(name: string, field: string): string {
  const fields = methodsOf(name).flatMap((method) => method.fields);
  return fields.find((one) => one.name === field)?.label.toLowerCase() ?? field;
}
