import path from 'node:path';
import { startDevServer } from '../dev-server.ts';
import { root } from '../environment.ts';
import { runService } from '../service.ts';
import { startSite } from './server.ts';

const { env } = process;
const port = Number(env['SITE_PORT']);
const astro = path.join(root, 'node_modules/astro/bin/astro.mjs');

await runService(() =>
  env['STACK_MODE'] === 'dev'
    ? startDevServer({
        port,
        cwd: root,
        // `--ignore-lock` makes it run in the foreground in every environment.
        args: [astro, 'dev', '--port', String(port), '--host', '127.0.0.1', '--ignore-lock'],
        // The development server shows unpublished drafts to developers and in Studio's preview.
        env: { SANITY_PREVIEW: '1', SANITY_READ_TOKEN: env['SANITY_READ_TOKEN'] },
      })
    : startSite({
        port,
        dir: path.join(env['LOCAL_DIR'] ?? '', 'site'),
        deployToken: env['DEPLOY_HOOK_TOKEN'] ?? '',
        env,
      }),
);
