import { type Context, MissingKey, realWorld } from '../context.ts';
import { openKeyStore } from '../key-store.ts';
import { environmentOf } from '../keys.ts';

/** Runs a command for the environment that its arguments name. Its output never contains a key. */
export async function runCommand(
  command: string,
  name: string | undefined,
  work: (context: Context) => Promise<unknown>,
): Promise<void> {
  try {
    const environment = environmentOf(name, command);
    const keys = openKeyStore(environment);
    await work({ ...realWorld, environment, keys, tell: (line) => console.log(keys.redact(line)) });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (error instanceof MissingKey)
      console.error(`Give it to setup, which keeps it: npm run setup -- --env ${name} --ask ${error.key}`);
    process.exitCode = 1;
  }
}
