import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** URL of the API during development: a server beside Vite's. */
const api = process.env['LECTERN_URL'] ?? 'http://127.0.0.1:7700';

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the page works below any path of a proxy.
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The built page contains code of others, so their licenses go with it.
    license: { fileName: 'licenses.md' },
    // No data: URLs, because the content security policy allows only files of the server.
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': api } },
});
