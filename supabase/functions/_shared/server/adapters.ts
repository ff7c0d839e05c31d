import { createDeps } from './deps.ts';
import { readEnv } from './env.ts';

/** The environment is read when the first function loads. If anything is missing, no function starts. */
export const deps = createDeps(readEnv((name) => Deno.env.get(name)));
