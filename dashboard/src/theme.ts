import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** The theme of all views. It uses system fonts, so that the page loads nothing from other hosts. */
export const theme = createTheme({
  primaryColor: 'cyan',
  // Dark enough for white text on it (WCAG AA asks for 4.5 to 1).
  primaryShade: 9,
  defaultRadius: 'md',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.2rem' }, h3: { fontSize: '1rem' } },
  },
  cursorType: 'pointer',
  // Otherwise the library's scripts move dialogs although the style sheet ends every transition at once.
  respectReducedMotion: true,
  components: {
    // Capitals change names, such as llms.txt, and are harder to read.
    Badge: { defaultProps: { tt: 'none' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // A `header` element here would be a second banner of the page for a screen reader.
    ModalHeader: { defaultProps: { component: 'div' } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
  focusRing: 'auto',
});

const belowPointer = {
  '--mantine-color-cyan-filled-hover': '#095c6b',
  '--mantine-color-red-filled-hover': '#a61e1e',
};

/**
 * Replaces colors of the library with too little contrast (WCAG AA requires 4.5 to 1): gray for secondary text, and the
 * hover color.
 */
export const variables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...belowPointer,
    '--mantine-color-dimmed': colors['gray'][7],
    '--mantine-color-placeholder': colors['gray'][7],
    '--mantine-color-error': colors['red'][9],
    // Text on the light shade of its own color: badges, notes and the current view.
    '--mantine-color-cyan-light-color': '#095c6b',
    '--mantine-color-teal-light-color': '#065f46',
    '--mantine-color-green-light-color': '#1b5e20',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-orange-light-color': '#8a3200',
    '--mantine-color-red-light-color': '#a51111',
  },
  dark: {
    ...belowPointer,
    '--mantine-color-dimmed': colors['dark'][1],
    '--mantine-color-placeholder': colors['dark'][1],
    '--mantine-color-error': colors['red'][4],
  },
});
