import { NavLink, ScrollArea } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { useMay, useSession } from '../session/use-session.ts';
import { views, type View } from './views.tsx';

/** Links to the views that the caller's role may use, or would with a key. */
export function Navigation() {
  return (
    <nav aria-label="Views">
      <ScrollArea>
        {views.map(({ path, entry }) => entry && <Entry key={path} path={path} entry={entry} />)}
      </ScrollArea>
    </nav>
  );
}

function Entry({ path, entry }: { path: string; entry: NonNullable<View['entry']> }) {
  const [current] = useLocation();
  const { data } = useSession();
  const may = useMay(entry.role);
  // Whoever has not signed in sees what a key would let them do.
  const invited = data?.role === 'anonymous' && entry.role === 'member';
  if (!may && !invited) return null;
  const active =
    path === '/' ? current === '/' || current.startsWith('/libraries/') : current === path;
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
