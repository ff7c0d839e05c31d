declare namespace Deno {
  type Handler = (request: Request) => Response | Promise<Response>;
  function serve(handler: Handler): unknown;
  const env: { get(name: string): string | undefined };
  function resolveDns(name: string, type: 'A' | 'AAAA'): Promise<string[]>;
}

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;
