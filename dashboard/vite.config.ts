import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the API is while the page is developed: a server that runs beside Vite's. */
const api = process.env['LECTERN_URL'] ?? 'http://127.0.0.1:7700';

export default defineConfig({
  root: import.meta.dirname,
  // Below whatever path a proxy serves the page.
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The built page contains code of others, so their licenses go with it.
    license: { fileName: 'licenses.md' },
    // Nothing may run or be shown that is not a file of the server: no data: URLs.
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': api } },
});
