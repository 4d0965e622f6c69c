import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { keepFocus } from './shell/keep-focus.ts';
import { reloadWhenReplaced } from './shell/reload-when-replaced.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no element with the id root');
reloadWhenReplaced();
keepFocus();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
