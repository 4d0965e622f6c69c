import { AppShell, Box, Burger, Container, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook2 } from '@tabler/icons-react';
import { Suspense, useEffect, useRef } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useSessionWatch } from '../session/use-session-watch.ts';
import { Loading } from '../shared/states.tsx';
import { Account } from './account.tsx';
import { Allowed } from './allowed.tsx';
import { Appearance } from './appearance.tsx';
import { LiveNotice } from './live-notice.tsx';
import { Navigation } from './navigation.tsx';
import { NotFound } from './not-found.tsx';
import { ViewBoundary } from './view-boundary.tsx';
import { views } from './views.tsx';

/** The frame of all views: header, navigation, and the view in the address. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const [path] = useLocation();
  const main = useFocusOnChange(path, opened);
  useSessionWatch();
  useEffect(close, [path, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <a href="#main" className="skip-link" onClick={(event) => skipTo(event, main.current)}>
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close the navigation' : 'Open the navigation'}
            />
            <Link href="/" className="brand">
              <IconBook2 aria-hidden />
              <Text fw={700} size="lg">
                Lectern
              </Text>
            </Link>
          </Group>
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Appearance />
            <Account />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className="navigation" mod={{ closed: !opened }}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main>
        <Box ref={main} id="main" tabIndex={-1} className="main">
          <Container size="xl" px={0}>
            <LiveNotice />
            <ViewBoundary key={path}>
              <Suspense fallback={<Loading />}>
                <Switch>
                  {views.map((view) => (
                    <Route key={view.path} path={view.path}>
                      <Allowed entry={view.entry}>
                        <view.component />
                      </Allowed>
                    </Route>
                  ))}
                  <Route component={NotFound} />
                </Switch>
              </Suspense>
            </ViewBoundary>
          </Container>
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

/** Moves the focus to a new view, so that screen readers announce it. The open navigation hides the view on a phone. */
function useFocusOnChange(path: string, hidden: boolean) {
  const main = useRef<HTMLDivElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path || hidden) return;
    shown.current = path;
    main.current?.focus();
  }, [path, hidden]);
  return main;
}

/** The fragment of the address contains the view, so the link moves the focus by script. */
function skipTo(event: React.MouseEvent, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}
