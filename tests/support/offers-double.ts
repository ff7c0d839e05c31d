/** Answers a build's question about what the checkout sells, without a database. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { createContentLake } from '#server/content-lake.ts';
import { toOffers } from '#server/publishing/offers.ts';

export type ReadOffers = () => Promise<readonly object[] | null>;

/** Returns the offers as if the checkout had taken over everything that the content lake publishes. */
export async function offersOfLake(config: Parameters<typeof createContentLake>[0]): Promise<object[]> {
  return toOffers(await createContentLake(config).sellable()).offers;
}

/** Starts a server that answers `read` at `/rest/v1/offers`, or 503 if it returns null. Loaders ask it from now on. */
export async function serveOffers(read: ReadOffers): Promise<{ stop: () => void }> {
  const server = createServer((request, response) => {
    const isOffers = request.url?.startsWith('/rest/v1/offers?') === true;
    void (isOffers ? read() : Promise.resolve(null)).then((offers) => {
      response.statusCode = offers ? 200 : 503;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(offers ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('PUBLIC_SUPABASE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('PUBLIC_SUPABASE_KEY', 'key');
  vi.stubEnv('PUBLIC_STUDIO_URL', 'https://studio.test');
  return {
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
