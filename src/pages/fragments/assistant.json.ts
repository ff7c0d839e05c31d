import type { APIRoute } from 'astro';
import { hasModel } from '#api/assistant-model.ts';
import { getKnowledge } from '#content/assistant/knowledge.ts';

/**
 * All content for the assistant. It does not count towards a page's size, because it is loaded when a visitor opens
 * the assistant.
 */
export const GET: APIRoute = async () => Response.json(await getKnowledge(undefined, await hasModel()));
