import type { APIRoute } from 'astro';
import { drawIcon } from '#content/pictures/icon.ts';

/** The icon for the home screen, which iPhones request at this address. */
export const GET: APIRoute = async () =>
  new Response(new Uint8Array(await drawIcon(180, true)), { headers: { 'content-type': 'image/png' } });
