import { type Context, realWorld } from '../context.ts';
import { openKeyStore } from '../key-store.ts';
import { type Environment, environments } from '../keys.ts';

/** Runs a command against one environment. What it says never contains a key. */
export async function runCommand(
  name: string | undefined,
  work: (context: Context) => Promise<unknown>,
): Promise<void> {
  try {
    const environment = environments.find((one): one is Environment => one === name);
    // Without a default, nobody changes production by forgetting a word.
    if (!environment) throw new Error(`Say which: --env ${environments.join(' or --env ')}`);
    const keys = openKeyStore(environment);
    await work({ ...realWorld, environment, keys, tell: (line) => console.log(keys.redact(line)) });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
