import { background, db, dbAs, env, mail } from '../_shared/server/adapters.ts';
import { stripe } from '../_shared/server/stripe-adapter.ts';
import { handler } from './handler.ts';

Deno.serve((request) => handler(request, { background, db, dbAs, env, mail, stripe }));
