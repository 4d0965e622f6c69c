import { Accordion, Stack, Text, Title } from '@mantine/core';
import { api, serverUrl } from '../../api/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { CopiedCode } from '../../shared/copied.tsx';
import { Page } from '../../shared/page.tsx';
import { ClientSteps } from './client-steps.tsx';

/** The view that explains how to connect editors and assistants to this server. */
export function ConnectView() {
  const clients = api.useQuery('get', '/api/v1/clients', { params: { query: { url: serverUrl } } });
  return (
    <Page
      title="Connect"
      about="Connect your editor or assistant to this server. It then answers questions from the documentation of your libraries."
    >
      <Stack gap="xs">
        <Title order={2}>Address</Title>
        <Text size="sm">
          Any client of the Model Context Protocol (streamable HTTP) connects to:
        </Text>
        <CopiedCode text={`${serverUrl}/mcp`} what="the address" />
      </Stack>
      <Stack gap="xs">
        <Title order={2}>Clients</Title>
        <Text size="sm">
          If Lectern is installed on your machine, this command adds the entry and keeps the others:
        </Text>
        <CopiedCode text={`lectern setup <client> --url ${serverUrl}`} what="the command" />
      </Stack>
      <Answer of={clients}>
        {(data) => (
          <Accordion variant="separated" order={3} defaultValue={data.clients[0]?.id ?? null}>
            {data.clients.map((client) => (
              <Accordion.Item key={client.id} value={client.id}>
                <Accordion.Control>{client.name}</Accordion.Control>
                <Accordion.Panel>
                  <ClientSteps client={client} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </Answer>
    </Page>
  );
}
