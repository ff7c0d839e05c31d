import type { APIRoute } from 'astro';
import { drawIcon } from '#content/pictures/icon.ts';

/** An iPhone requests its home-screen icon under this name. */
export const GET: APIRoute = async () =>
  new Response(new Uint8Array(await drawIcon(180, true)), { headers: { 'content-type': 'image/png' } });
