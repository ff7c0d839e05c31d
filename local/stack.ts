// `npm start` and `npm run dev` run the whole stack in the foreground, until Ctrl-C.
import { readStackEnvironment } from './environment.ts';
import { openShop } from './demo/open.ts';
import { type Stack, startStack } from './supervisor.ts';
import { welcome } from './welcome.ts';

const dev = process.argv.includes('--dev');
/** Tests start the stack with an IPC channel. Their shop has no sales, and Studio starts at once or not at all. */
const isTest = process.send !== undefined;
const hasStudio = process.env['TEST_STUDIO'] !== '0';
let stack: Stack | undefined;
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await stack?.stop();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

try {
  const began = performance.now();
  const env = readStackEnvironment();
  console.log(`Starting the ${dev ? 'development ' : ''}stack …`);
  const open = !isTest && env.DEMO_DATA !== '0';
  const started = await startStack(env, { dev, open });
  stack = started;
  console.log(welcome(started.environment, (performance.now() - began) / 1000));
  if (isTest) await (hasStudio && started.startStudio());
  else
    started.startStudio().catch((error: unknown) => {
      if (!stopping) console.error(error);
    });
  if (open) await openShop(started.environment).catch((error: unknown) => console.error(error));
  process.send?.({ ready: true, environment: started.environment });
  // A stack that a test started ends with the test.
  process.on('disconnect', () => void stop(0));
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  await stop(1);
}
