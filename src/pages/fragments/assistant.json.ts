import type { APIRoute } from 'astro';
import { hasModel } from '#api/assistant-model.ts';
import { getKnowledge } from '#content/assistant/knowledge.ts';

/** Loaded when a visitor opens the assistant, so it does not count towards a page's size. */
export const GET: APIRoute = async () => Response.json(await getKnowledge(undefined, await hasModel()));
