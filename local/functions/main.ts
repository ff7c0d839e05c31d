import path from 'node:path';
import * as v from 'valibot';
import { envNames, readEnv } from '#server/env.ts';
import { runService } from '../service.ts';
import { startFunctions } from './start.ts';
import { startTimer } from './timer.ts';

const Environment = v.object({
  FUNCTIONS_PORT: v.pipe(v.string(), v.toNumber()),
  LOCAL_DIR: v.pipe(v.string(), v.minLength(1)),
  /** A debugger may attach to Deno on this port. */
  FUNCTIONS_INSPECT_PORT: v.optional(v.pipe(v.string(), v.toNumber(), v.integer()), '0'),
  STACK_MODE: v.optional(v.picklist(['dev', 'built']), 'built'),
  MAINTENANCE_SECONDS: v.optional(v.pipe(v.string(), v.toNumber(), v.minValue(1)), '60'),
});

await runService(async () => {
  const environment = v.parse(Environment, process.env);
  // Missing variables of the functions are reported before Deno starts.
  const { MAINTENANCE_SECRET } = readEnv((name) => process.env[name]);
  const functions = await startFunctions({
    port: environment.FUNCTIONS_PORT,
    env: Object.fromEntries(
      envNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
    ),
    inspectPort: environment.FUNCTIONS_INSPECT_PORT || undefined,
    cacheDir: path.join(environment.LOCAL_DIR, 'functions'),
    watch: environment.STACK_MODE === 'dev' || process.argv.includes('--watch'),
    log: (line) => console.log(line),
  });
  void functions.exited.then((reason) => {
    console.error(reason);
    process.exit(1);
  });
  const timer = startTimer({
    url: functions.url,
    secret: MAINTENANCE_SECRET,
    everySeconds: environment.MAINTENANCE_SECONDS,
    log: (line) => console.error(line),
  });
  return {
    url: functions.url,
    async stop() {
      await timer.stop();
      await functions.stop();
    },
  };
});
