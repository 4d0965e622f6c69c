import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '../../api/failure.ts';
import { bytes } from '../../shared/format.ts';
import { Failed } from '../../shared/states.tsx';
import { BundleDrop } from './bundle-drop.tsx';
import { ImportResult } from './import-result.tsx';
import { LicenseNotice } from './license-notice.tsx';
import { useImport } from './use-import.ts';

/** Imports a bundle that another install has exported. */
export function ImportPanel() {
  const [file, setFile] = useState<File>();
  const [force, setForce] = useState(false);
  const importing = useImport();
  const choose = (chosen: File | undefined): void => {
    importing.reset();
    setFile(chosen);
  };
  const { data, error, isPending } = importing;
  const unlicensed = error instanceof ApiFailure && error.code === 'offline_license_required';
  return (
    <Stack gap="md" maw={860}>
      <LicenseNotice refused={unlicensed ? error.message : undefined} />
      <BundleDrop onChoose={choose} busy={isPending} />
      <div aria-live="polite">
        {file && (
          <Group gap="xs">
            <Text fw={600} className="breakable">
              {file.name}
            </Text>
            <Text c="dimmed">{bytes(file.size)}</Text>
          </Group>
        )}
      </div>
      <Checkbox
        label="Replace existing libraries"
        description="Off: the import skips them"
        checked={force}
        onChange={(event) => setForce(event.currentTarget.checked)}
      />
      <Group>
        <Button
          disabled={!file}
          loading={isPending}
          onClick={() => file && importing.mutate({ file, force })}
        >
          Import
        </Button>
        {file && !isPending && (
          <Button variant="default" onClick={() => choose(undefined)}>
            Remove the file
          </Button>
        )}
      </Group>
      {error && !unlicensed && <Failed error={error} title="It was not imported" />}
      {data && <ImportResult of={data} />}
    </Stack>
  );
}
