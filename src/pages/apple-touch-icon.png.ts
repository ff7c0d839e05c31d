import type { APIRoute } from 'astro';
import { drawIcon } from '#content/pictures/icon.ts';

/** iPhones request the icon for the home screen at this address. */
export const GET: APIRoute = async () =>
  new Response(new Uint8Array(await drawIcon(180, true)), { headers: { 'content-type': 'image/png' } });
