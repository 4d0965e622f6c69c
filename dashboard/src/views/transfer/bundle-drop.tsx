import { Button, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileZip, IconUpload, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { showFailure } from '../../shared/notify.ts';

/** Maximum size of a bundle in bytes, equal to that of the server. */
const maxSize = 100_000_000;

interface BundleDropProps {
  onChoose: (file: File) => void;
  busy: boolean;
}

/** The area in which a person drops or chooses a bundle. */
export function BundleDrop({ onChoose, busy }: BundleDropProps) {
  const open = useRef<() => void>(null);
  return (
    <Dropzone
      openRef={open}
      activateOnClick={false}
      activateOnKeyboard={false}
      onDrop={([file]) => file && onChoose(file)}
      onReject={([first]) =>
        showFailure(
          new Error(
            `${first?.file.name ?? 'The file'} is not a .zip or .json file of up to 100 MB.`,
          ),
        )
      }
      accept={{
        'application/zip': ['.zip'],
        'application/x-zip-compressed': ['.zip'],
        'application/json': ['.json'],
      }}
      maxSize={maxSize}
      multiple={false}
      loading={busy}
    >
      <Group justify="center" gap="md" mih={120}>
        <Dropzone.Accept>
          <IconUpload size={40} aria-hidden />
        </Dropzone.Accept>
        <Dropzone.Reject>
          <IconX size={40} aria-hidden />
        </Dropzone.Reject>
        <Dropzone.Idle>
          <IconFileZip size={40} aria-hidden />
        </Dropzone.Idle>
        <Stack gap={2} align="flex-start">
          <Text>Drop a bundle here</Text>
          <Text size="sm" c="dimmed">
            The .zip of an export, or its .json; up to 100 MB and 50 libraries
          </Text>
          <Button
            variant="default"
            size="xs"
            mt="xs"
            style={{ pointerEvents: 'auto' }}
            onClick={() => open.current?.()}
          >
            Choose a file
          </Button>
        </Stack>
      </Group>
    </Dropzone>
  );
}
