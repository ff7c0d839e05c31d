import path from 'node:path';
import { runPart } from '../part.ts';
import { startDevServer } from './dev.ts';
import { startSite } from './server.ts';

const { env } = process;
const port = Number(env['SITE_PORT']);

await runPart(() =>
  env['STACK_MODE'] === 'dev'
    ? startDevServer(port)
    : startSite({
        port,
        dir: path.join(env['LOCAL_DIR'] ?? '', 'site'),
        deployToken: env['DEPLOY_HOOK_TOKEN'] ?? '',
        env,
      }),
);
