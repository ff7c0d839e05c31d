import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startDevServer } from '../dev-server.ts';
import { runService } from '../service.ts';
import { buildStudio } from './build.ts';
import { sanityCli, sanityEnvironment, studioFolder } from './cli.ts';
import { install } from '#scripts/install.mjs';
import { readStudioEnvironment, studioVariables } from './environment.ts';
import { inputsHash } from './inputs.ts';
import { startStudio } from './server.ts';

await runService(async () => {
  const env = readStudioEnvironment(process.env);
  const dev = process.env['STACK_MODE'] === 'dev';
  const variables = studioVariables(env);
  await install('studio');
  const port = env.STUDIO_PORT;
  if (dev)
    return startDevServer({
      port,
      cwd: studioFolder,
      args: [sanityCli(), 'dev', '--host', '127.0.0.1', '--port', String(port), '--no-auto-updates'],
      env: { ...sanityEnvironment, ...variables },
    });

  const dir = path.join(env.LOCAL_DIR, 'studio');
  const outDir = path.join(dir, 'dist');
  const stamp = path.join(dir, 'inputs.txt');
  const hash = inputsHash(variables);
  const built =
    existsSync(path.join(outDir, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (!built) {
    await buildStudio({ variables, outDir });
    writeFileSync(stamp, hash);
  }
  return startStudio({ port, dir: outDir });
});
