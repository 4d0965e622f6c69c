import { NavLink, ScrollArea } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { signInPath } from '../session/sign-in-path.ts';
import { useMeets, useSession } from '../session/use-session.ts';
import { views, type View } from './views.tsx';

/** Links to the views that the caller may use. Visitors also get a link to sign in. */
export function Navigation() {
  return (
    <nav aria-label="Views">
      <ScrollArea>
        {views.map(({ path, entry }) => entry && <Entry key={path} path={path} entry={entry} />)}
        <SignInEntry />
      </ScrollArea>
    </nav>
  );
}

function Entry({ path, entry }: { path: string; entry: NonNullable<View['entry']> }) {
  const [current] = useLocation();
  if (useMeets(entry) !== true) return null;
  const active =
    path === '/'
      ? current === '/' || current.startsWith('/libraries/')
      : current === path || current.startsWith(`${path}/`);
  return (
    <NavLink
      component={Link}
      href={path}
      label={entry.label}
      leftSection={<entry.icon size={18} aria-hidden />}
      active={active}
      aria-current={active ? 'page' : undefined}
    />
  );
}

/** The other views need a sign-in. */
function SignInEntry() {
  const [current] = useLocation();
  const { data } = useSession();
  if (data?.role !== 'anonymous') return null;
  return (
    <NavLink
      component={Link}
      href={signInPath()}
      label="Sign in"
      description="To add and manage libraries"
      leftSection={<IconLogin2 size={18} aria-hidden />}
      active={current === '/sign-in'}
    />
  );
}
