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

// The library that stops the page behind a dialog from scrolling creates a style element, which needs the nonce.
setNonce(styleNonce());

/** The page: its theme, the cache of responses, and the view in the address. */
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
