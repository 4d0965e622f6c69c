import { Alert, Code, Text } from '@mantine/core';
import { IconLicense } from '@tabler/icons-react';
import { api } from '../../api/client.ts';

/**
 * Says that an import requires a license, if the install has none. `refused` is the server's message to a refused import.
 */
export function LicenseNotice({ refused }: { refused: string | undefined }) {
  const health = api.useQuery('get', '/api/health');
  const missing = health.data?.license === 'none' || health.data?.licenseInfo.valid === false;
  if (!missing && refused === undefined) return null;
  return (
    <Alert
      color={refused === undefined ? 'blue' : 'red'}
      icon={<IconLicense aria-hidden />}
      title="Imports need an offline license"
      role={refused === undefined ? 'note' : 'alert'}
    >
      <Text size="sm" mb={4} className="breakable">
        {refused ?? 'This install has no valid license, so it refuses imports.'}
      </Text>
      <Text size="sm">
        To import, set <Code>LECTERN_LICENSE</Code> and <Code>LECTERN_LICENSE_PUBLIC_KEY</Code> (on
        a cluster, <Code>api.license</Code> of the chart), and restart the server. Exports need no
        license.
      </Text>
    </Alert>
  );
}
