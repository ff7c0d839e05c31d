import { background, db, dbAs, env, now, stripe } from '../_shared/server/adapters.ts';
import { handler } from './handler.ts';

Deno.serve((request) => handler(request, { background, db, dbAs, env, now, stripe }));
