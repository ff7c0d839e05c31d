import { background, db, dbAs, env, mail, stripe } from '../_shared/server/adapters.ts';
import { handler } from './handler.ts';

Deno.serve((request) => handler(request, { background, db, dbAs, env, mail, stripe }));
