import type { APIRoute } from 'astro';

/** Private pages have a noindex tag, which a crawler can only read if it may open them. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\nSitemap: ${new URL('sitemap.xml', site).href}\n`);
