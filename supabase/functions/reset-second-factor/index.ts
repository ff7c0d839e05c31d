import { authAdmin, dbAs, env } from '../_shared/server/adapters.ts';
import { handler } from './handler.ts';

Deno.serve((request) => handler(request, { authAdmin, dbAs, env }));
