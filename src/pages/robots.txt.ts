import type { APIRoute } from 'astro';

/** The rules for crawlers. They must be able to open private pages, because they find the `noindex` tag only there. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\nSitemap: ${new URL('sitemap.xml', site).href}\n`);
