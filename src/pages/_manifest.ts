import type { APIRoute } from 'astro';
import { brand } from '#config/brand.ts';
import { ground } from '#content/pictures/icon.ts';

interface App {
  id?: string;
  name: string;
  start_url: string;
  display: 'browser' | 'standalone';
}

export const buildManifest =
  ({ name, ...app }: App): APIRoute =>
  () =>
    new Response(
      JSON.stringify({
        name,
        short_name: name,
        lang: brand.locale,
        ...app,
        scope: '/',
        background_color: '#fff1d6',
        theme_color: ground,
        icons: [
          { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      }),
      { headers: { 'content-type': 'application/manifest+json' } },
    );
