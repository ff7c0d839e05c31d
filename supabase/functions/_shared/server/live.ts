import { createDeps } from './deps.ts';
import { readEnv } from './env.ts';

/** Read when the first function loads: with anything missing, none starts. Only `index.ts` files import this. */
export const deps = createDeps(readEnv((name) => Deno.env.get(name)));
