import type { APIRoute } from 'astro';
import { hasModel } from '#api/assistant-model.ts';
import { language } from '#config/language.ts';
import { getKnowledge } from '#content/assistant/knowledge.ts';

/**
 * All content for the assistant, which is loaded when a visitor opens it and does not count towards a page's size.
 * The language model answers in English only, because its answers are checked in English. In other languages the
 * assistant quotes texts of the site.
 */
export const GET: APIRoute = async () =>
  Response.json(await getKnowledge(undefined, language === 'en' && (await hasModel())));
