/**
 * The part of Deno's API that only the host uses. The functions' part is in
 * supabase/functions/_shared/server/runtime.d.ts.
 */
declare namespace Deno {
  function serve(
    options: { port: number; hostname: string; onListen: (address: { port: number }) => void },
    handler: Handler,
  ): unknown;
  function readDirSync(path: URL): Iterable<{ name: string; isDirectory: boolean }>;
  function exit(code: number): never;
  const args: string[];
  const pid: number;
  const stdin: { readable: ReadableStream<Uint8Array> };
}
