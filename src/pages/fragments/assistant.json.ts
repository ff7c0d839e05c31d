import type { APIRoute } from 'astro';
import { hasModel } from '#api/assistant-model.ts';
import { getKnowledge } from '#content/assistant/knowledge.ts';

/** All that the assistant knows; no page's weight, for it is fetched when somebody turns to it. */
export const GET: APIRoute = async () => Response.json(await getKnowledge(undefined, await hasModel()));
