import type { APIRoute, GetStaticPaths } from 'astro';
import { drawIcon } from '#content/pictures/icon.ts';

export const getStaticPaths = (() => [
  { params: { icon: '192' }, props: { size: 192, full: false } },
  { params: { icon: '512' }, props: { size: 512, full: false } },
  { params: { icon: 'maskable' }, props: { size: 512, full: true } },
]) satisfies GetStaticPaths;

export const GET: APIRoute<{ size: number; full: boolean }> = async ({ props: { size, full } }) =>
  new Response(new Uint8Array(await drawIcon(size, full)), { headers: { 'content-type': 'image/png' } });
