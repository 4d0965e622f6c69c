import { Stack } from '../../stack/stack.ts';
import { startWebServer, type WebServer } from '../../support/web-server.ts';

/** A website that holds back its later pages until the test releases them, so that a run stops in the middle. */
export interface GatedSite {
  /** Start URL. */
  url: string;
  /** Sets a word that only this edition of the pages contains. */
  setEdition(word: string): void;
  hold(): void;
  /** Resolves when a run waits for a held page. */
  untilHeld(): Promise<void>;
  release(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

const pages = 6;

export async function startGatedSite(): Promise<GatedSite> {
  let edition = 'first';
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let reached = Promise.withResolvers<void>();
  const links = Array.from({ length: pages }, (_, n) => `<a href="/docs/${n}">Page ${n}</a>`);
  const { nodeAddress } = Stack.open().state;
  const server: WebServer = await startWebServer({}, nodeAddress);
  const page = (n: number): string => `<html><head><title>Page ${n}</title></head><body><main>
    <h1>Gadget part ${n}</h1><p>The ${edition} edition explains how gadget part ${n} is mounted on its frame with four screws.</p>
    <nav>${links.join(' ')}</nav></main></body></html>`;
  server.pages.set('/docs/', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(99));
  });
  for (let n = 0; n < pages; n += 1) {
    server.pages.set(`/docs/${n}`, (_request, response) => {
      reached.resolve();
      void gate.promise.then(() =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(page(n)),
      );
    });
  }
  return {
    url: `${server.origin}/docs/`,
    setEdition: (word) => (edition = word),
    hold: () => {
      gate = Promise.withResolvers<void>();
      reached = Promise.withResolvers<void>();
    },
    untilHeld: () => reached.promise,
    release: () => gate.resolve(),
    [Symbol.asyncDispose]: async () => {
      gate.resolve();
      await server[Symbol.asyncDispose]();
    },
  };
}
