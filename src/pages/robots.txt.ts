import type { APIRoute } from 'astro';

/** Private pages say noindex themselves: a crawler must be let in to read that. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\nSitemap: ${new URL('sitemap.xml', site).href}\n`);
