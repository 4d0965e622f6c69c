import { Divider, Stack, Text } from '@mantine/core';
import { serverUrl } from '../../api/client.ts';
import { CopiedCode } from '../../shared/copied.tsx';

/** Says how to sign in without a key on the machine of the server. */
export function LinkHint() {
  return (
    <>
      <Divider my="lg" label="or with a link" />
      <Stack gap="xs">
        <Text size="sm">
          On the machine of the server, run the command below in the folder of your clone. It prints
          a link that signs you in.
        </Text>
        <CopiedCode text={`npx lectern sign-in --url ${serverUrl}`} what="the command" />
      </Stack>
    </>
  );
}
