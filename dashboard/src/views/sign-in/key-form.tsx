import { Button, Code, PasswordInput, Stack, Text } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { api, queries, sessionKey } from '../../api/client.ts';
import { ApiFailure, messageOf } from '../../api/failure.ts';

/** Signs in with a key, and opens a view of the page. */
export function KeyForm({ then }: { then: string }) {
  const [, navigate] = useLocation();
  const [key, setKey] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const signIn = api.useMutation('post', '/api/v1/session', {
    onSuccess(session) {
      // Requests again what the server refused before.
      queries.removeQueries({ type: 'inactive' });
      queries.setQueryData(sessionKey, session);
      navigate(then);
    },
    onError: () => field.current?.select(),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (key.trim() !== '') signIn.mutate({ body: { key: key.trim() } });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <PasswordInput
          ref={field}
          label="API key"
          description="Your key, or the operator token"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={signIn.error ? problemOf(signIn.error) : undefined}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
          required
        />
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
        <Text size="sm" c="dimmed">
          On a laptop, the first admin key is in the file <Code>admin.key</Code> of the data
          directory. Admins create keys for others in the view Access.
        </Text>
      </Stack>
    </form>
  );
}

function problemOf(error: unknown): string {
  if (!(error instanceof ApiFailure) || error.code !== 'invalid_api_key') return messageOf(error);
  return 'This key is not valid. It is unknown, was revoked, or has expired.';
}
