import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { Router } from 'wouter';
import { queries } from './api/client.ts';
import { useHashPath, useHashSearch } from './location.ts';
import { styleNonce } from './nonce.ts';
import { Shell } from './shell/shell.tsx';
import { theme, variables } from './theme.ts';

// What keeps the page behind a dialog from scrolling makes a style element of its own.
setNonce(styleNonce());

/** The page: its look, what it knows of the server, and the view that the address names. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <Notifications position="bottom-right" limit={4} />
      <QueryClientProvider client={queries}>
        <Router hook={useHashPath} searchHook={useHashSearch}>
          <Shell />
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  );
}
