import type { APIRoute } from 'astro';
import { brand } from '../config/brand.ts';
import { paths } from '../config/paths.ts';
import { ground } from '../content/pictures/icon.ts';

/** What a phone needs to keep the site on its home screen. It opens in the browser: there is no app. */
export const GET: APIRoute = () =>
  new Response(
    JSON.stringify({
      name: brand.name,
      short_name: brand.name,
      lang: brand.locale,
      start_url: paths.home,
      display: 'browser',
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
