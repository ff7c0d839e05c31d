import { deps } from '../_shared/server/live.ts';
import { handler } from './handler.ts';

Deno.serve((request) => handler(request, deps));
