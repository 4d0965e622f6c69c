import { SimpleGrid, Stack, Title } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { Page } from '../../shared/page.tsx';
import { GitHosts } from './git-hosts.tsx';
import { IntegrationCard } from './integration-card.tsx';
import { ModelsCard } from './models-card.tsx';

/** The view of the integrations and models. */
export function IntegrationsView() {
  const integrations = api.useQuery('get', '/api/v1/integrations');
  return (
    <Page
      title="Integrations"
      about="Credentials for private sources. Lectern stores them encrypted, or in a Secret of the cluster, and never shows them again."
    >
      <Answer of={integrations}>
        {({ integrations: set }) => (
          <>
            <GitHosts integrations={set} />
            <Stack gap="sm" component="section">
              <Title order={2}>Wiki, pages and models</Title>
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                <IntegrationCard
                  name="wiki"
                  title="Wiki"
                  about="Spaces of one Confluence site, Cloud or Data Center"
                  integration={set.find(({ name }) => name === 'wiki')}
                />
                <IntegrationCard
                  name="pages"
                  title="Pages"
                  about="Pages of a Notion workspace that are shared with the integration"
                  integration={set.find(({ name }) => name === 'pages')}
                />
                <ModelsCard />
              </SimpleGrid>
            </Stack>
          </>
        )}
      </Answer>
    </Page>
  );
}
