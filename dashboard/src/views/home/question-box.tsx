import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { signInPath } from '../../session/sign-in-path.ts';
import { useMeets } from '../../session/use-session.ts';
import { ask } from './asked.ts';

/** Takes a question to all libraries. `asked` is the question in the address. */
export function QuestionBox({ asked }: { asked: string }) {
  const [text, setText] = useState(asked);
  const [address, setAddress] = useState(asked);
  // Back and forward change the address behind the box.
  if (address !== asked) {
    setAddress(asked);
    setText(asked);
  }
  const mayAsk = useMeets({ role: 'anonymous', anonymous: 'ask' });
  if (mayAsk === false) return <SignInToAsk />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') ask({ text: text.trim(), library: '' });
  };
  return (
    <Group
      component="form"
      onSubmit={submit}
      aria-label="Ask all libraries"
      gap="sm"
      align="flex-end"
    >
      <TextInput
        label="Question"
        placeholder="How do I rotate an API key?"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        leftSection={<IconMessageQuestion size={18} aria-hidden />}
        maxLength={500}
        size="md"
        flex="1 1 260px"
        required
        withAsterisk={false}
      />
      <Button type="submit" size="md">
        Ask
      </Button>
    </Group>
  );
}

function SignInToAsk() {
  return (
    <Text>
      <Anchor component={Link} href={signInPath()} underline="always">
        Sign in
      </Anchor>{' '}
      to ask questions.
    </Text>
  );
}
