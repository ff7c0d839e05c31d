import type { APIRoute } from 'astro';
import { drawIcon } from '#content/pictures/icon.ts';

/** On the home screen of an iPhone, which asks for it under this name. */
export const GET: APIRoute = async () =>
  new Response(new Uint8Array(await drawIcon(180, true)), { headers: { 'content-type': 'image/png' } });
