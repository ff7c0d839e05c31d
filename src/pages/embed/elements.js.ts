import type { APIRoute } from 'astro';
import script from '#features/embed/elements.inline.ts?script';
import { SITE } from '#features/embed/elements.ts';

/**
 * The script that partners include. Its address never changes (decisions "A widget on a partner's site"), and it knows
 * the site from the build, so that a copy on another server shows our pages, too.
 */
export const GET: APIRoute = ({ site }) => {
  if (!site || !script.includes(SITE))
    throw new Error('The script for partners has no place for our address.');
  return new Response(script.replaceAll(SITE, site.origin), {
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
  });
};
