import { Card, Stack, Text, Title } from '@mantine/core';
import { CopiedCode } from '../../shared/copied.tsx';

const sample = `repos:
  - url: https://github.com/fastify/fastify
    folders: [docs]
  - type: website
    url: https://docs.example.org/
    maxPages: 200
  - type: llmstxt
    url: https://example.com/llms.txt
`;

/** Explains manifests, for an install without one. */
export function AboutManifest() {
  return (
    <Card withBorder component="section" aria-label="What a manifest is">
      <Stack gap="sm">
        <Title order={2}>Keep the list of libraries in Git</Title>
        <Text size="sm" maw="70ch">
          A manifest is a file <code>repos.yaml</code> in a Git repository. It lists the sources to
          index. The server indexes each entry that you add, and again each one that you change. It
          can delete the library of an entry that you remove. Put this sample into a repository, and
          name the repository below:
        </Text>
        <CopiedCode text={sample} what="the sample" />
      </Stack>
    </Card>
  );
}
