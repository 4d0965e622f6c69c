import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { api } from '../../api/client.ts';
import type { GitopsChange, GitopsCheck } from '../../api/paths.gen.ts';
import { showFailure } from '../../shared/notify.ts';
import { Entries } from './entries.tsx';
import { totalOf } from './outcomes.ts';

interface ManifestCheckProps {
  edits: GitopsChange;
  /** Whether the settings are valid, so that Lectern can read their manifest. */
  possible: boolean;
}

/** Reads the manifest of the settings in the form, and shows what a sync would do. */
export function ManifestCheck({ edits, possible }: ManifestCheckProps) {
  const check = api.useMutation('post', '/api/gitops/validate', { onError: showFailure });
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant="light"
        disabled={!possible}
        loading={check.isPending}
        onClick={() => check.mutate({ body: edits, params: { query: { manifest: 'true' } } })}
      >
        Check the manifest
      </Button>
      {check.data && <Checked check={check.data} />}
    </Stack>
  );
}

function Checked({ check: { plan, planError } }: { check: GitopsCheck }) {
  if (plan) {
    return (
      <Stack gap="xs" w="100%" role="region" aria-label="What a sync would do">
        <Text size="sm">
          A sync of {totalOf(plan.counts)} at commit {plan.commit.slice(0, 12)} would do this.
          Nothing was changed.
        </Text>
        <Entries counts={plan.counts} entries={plan.entries} />
      </Stack>
    );
  }
  if (!planError) return null;
  const isNotice = planError.code === 'not_available';
  return (
    <Alert
      w="100%"
      color={isNotice ? 'cyan' : 'red'}
      icon={isNotice ? <IconInfoCircle aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={isNotice ? 'The settings are valid' : 'A sync would change nothing'}
      role="alert"
    >
      <Text size="sm" className="breakable" style={{ whiteSpace: 'pre-wrap' }}>
        {planError.message}
      </Text>
    </Alert>
  );
}
