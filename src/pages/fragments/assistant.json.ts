import type { APIRoute } from 'astro';
import { hasModel } from '#api/assistant-model.ts';
import { language } from '#config/language.ts';
import { getKnowledge } from '#content/assistant/knowledge.ts';

/**
 * All content for the assistant. It does not count towards a page's size, because it is loaded when a visitor opens
 * the assistant. A language model writes in English only, because what it writes is checked in English; in other
 * languages the assistant quotes.
 */
export const GET: APIRoute = async () =>
  Response.json(await getKnowledge(undefined, language === 'en' && (await hasModel())));
