// One process runs each function's index.ts, or its bundle's index.js, as if it were deployed, with requests like those
// behind the hosted gateway.
const [folder = '', port = ''] = Deno.args;
const root = new URL(folder);
const serve = Deno.serve;

/** The parent process has the other end of this pipe, so the pipe closes when the parent exits. */
void Deno.stdin.readable.pipeTo(new WritableStream()).finally(() => Deno.exit(0));

const functions = new Map<string, Deno.Handler>();
for (const { name, isDirectory } of Deno.readDirSync(root)) {
  if (isDirectory && !name.startsWith('_')) functions.set(name, await load(name));
}
serve({ port: Number(port), hostname: '127.0.0.1', onListen }, route);

async function load(name: string): Promise<Deno.Handler> {
  let handler: Deno.Handler = refusal(
    503,
    'BOOT_ERROR',
    `The function ${name} failed to start; see its log.`,
  );
  Deno.serve = ((served: Deno.Handler) => (handler = served)) as typeof Deno.serve;
  try {
    const [file] = [...Deno.readDirSync(new URL(`${name}/`, root))].filter((entry) =>
      /^index\.[jt]s$/.test(entry.name),
    );
    await import(new URL(`${name}/${file?.name}`, root).href);
  } catch (error) {
    console.error(`function ${name} failed to start:`, error instanceof Error ? error.message : error);
  }
  return handler;
}

async function route(request: Request): Promise<Response> {
  const [name = ''] = new URL(request.url).pathname
    .replace(/^\/functions\/v1/, '')
    .split('/')
    .filter(Boolean);
  const handler = functions.get(name) ?? refusal(404, 'NOT_FOUND', 'Requested function was not found');
  try {
    return await handler(request);
  } catch (error) {
    console.error(`function ${name}:`, error);
    return refusal(500, 'WORKER_ERROR', 'Function exited due to an error')();
  }
}

function refusal(status: number, code: string, message: string): () => Response {
  return () => Response.json({ code, message }, { status, headers: { 'access-control-allow-origin': '*' } });
}

function onListen({ port }: { port: number }): void {
  console.log(`functions listening on ${port}, process ${Deno.pid}`);
}

export {};
