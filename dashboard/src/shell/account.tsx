import { Button, Divider, NavLink, Popover, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout, IconUserCircle, IconUserPlus } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import type { Session } from '../api/paths.gen.ts';
import { signInPath } from '../session/sign-in-path.ts';
import { useSession } from '../session/use-session.ts';
import { useSignOut } from '../session/use-sign-out.tsx';
import { Time } from '../shared/time.tsx';

/** Shows the person or key of the session, with links to sign in and out. */
export function Account() {
  const { data } = useSession();
  const [path] = useLocation();
  if (!data) return null;
  if (data.role !== 'anonymous') return <AccountMenu session={data} />;
  return path === '/sign-in' ? null : <SignInButton />;
}

function SignInButton() {
  return (
    <Button component={Link} href={signInPath()} size="xs">
      Sign in
    </Button>
  );
}

function AccountMenu({ session }: { session: Session }) {
  const [opened, { toggle, close }] = useDisclosure();
  const signOut = useSignOut();
  const name = session.name ?? session.role;
  return (
    <Popover
      opened={opened}
      onChange={close}
      position="bottom-end"
      width={280}
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={`Account: ${name}`}
          leftSection={<IconUserCircle size={20} aria-hidden />}
          miw={0}
          maw={{ base: 130, sm: 240 }}
          onClick={toggle}
          // The popover closes by Escape only while the focus is in it.
          onKeyDown={(event) => event.key === 'Escape' && close()}
        >
          <Text span inherit truncate>
            {name}
          </Text>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Who session={session} name={name} />
        <Divider my="xs" />
        <NavLink
          component={Link}
          href={signInPath()}
          onClick={close}
          label="Sign in as another person"
          leftSection={<IconUserPlus size={16} aria-hidden />}
        />
        <NavLink
          component="button"
          type="button"
          onClick={() => signOut.mutate({})}
          disabled={signOut.isPending}
          label="Sign out"
          leftSection={<IconLogout size={16} aria-hidden />}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Role, teamspace and end of the session. */
function Who({ session, name }: { session: Session; name: string }) {
  const { role, teamspace, teamspaceRole, keyId, expiresAt } = session;
  const facts = [
    `Role ${role}`,
    `teamspace ${teamspace}${teamspaceRole === undefined ? '' : ` (${teamspaceRole})`}`,
  ];
  return (
    <Text component="div" size="sm" px="xs" className="breakable">
      <Text fw={600} size="sm">
        {name}
      </Text>
      <div>{facts.join(', ')}</div>
      {keyId !== undefined && (
        <Text size="xs" c="dimmed">
          Key {keyId}
        </Text>
      )}
      {expiresAt !== undefined && (
        <Text size="xs" c="dimmed">
          Ends <Time at={expiresAt} />
        </Text>
      )}
    </Text>
  );
}
