import { createDeps } from './deps.ts';
import { readEnv } from './env.ts';

/** Read when the first function loads: if anything is missing, no function starts. */
export const deps = createDeps(readEnv((name) => Deno.env.get(name)));
