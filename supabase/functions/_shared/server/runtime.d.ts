declare namespace Deno {
  type Handler = (request: Request) => Response | Promise<Response>;
  function serve(handler: Handler): unknown;
  const env: { get(name: string): string | undefined };
}

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;
