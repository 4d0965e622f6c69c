import { Anchor, Code, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import type { ClientGuide } from '../../api/paths.gen.ts';
import { CopiedCode } from '../../shared/copied.tsx';

/** The steps to connect one client. */
export function ClientSteps({ client }: { client: ClientGuide }) {
  const { command, entry, files, note, name, documentation } = client;
  return (
    <Stack gap="sm">
      {command !== undefined && (
        <>
          <Text size="sm">Run</Text>
          <CopiedCode text={command} what={`the command for ${name}`} />
        </>
      )}
      <Text size="sm" component="div">
        {command === undefined ? 'Put this into ' : 'or put this into '}
        {files.map((file, at) => (
          <Fragment key={file}>
            {at > 0 && ' or '}
            <Code>{file}</Code>
          </Fragment>
        ))}
        :
      </Text>
      <CopiedCode text={entry} what={`the entry of ${name}`} />
      {note !== undefined && <Text size="sm">{withCode(note)}</Text>}
      <Anchor size="sm" href={documentation} target="_blank" rel="noreferrer">
        Documentation of {name}
      </Anchor>
    </Stack>
  );
}

/** A sentence. Shows text between backticks as code. */
function withCode(sentence: string) {
  return sentence.split('`').map((part, at) => (at % 2 ? <Code key={at}>{part}</Code> : part));
}
