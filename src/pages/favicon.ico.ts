import type { APIRoute } from 'astro';
import { drawIcon, toIco } from '#content/pictures/icon.ts';

const SIZE = 32;

/** The icon for programs that do not read `favicon.svg`, such as older browsers, feed readers and search results. */
export const GET: APIRoute = async () =>
  new Response(new Uint8Array(toIco(await drawIcon(SIZE, false), SIZE)), {
    headers: { 'content-type': 'image/x-icon' },
  });
