import type { APIRoute } from 'astro';
import { getPublicPages } from '#content/public-pages.ts';

export const GET: APIRoute = async ({ site }) => {
  const pages = (await getPublicPages()).filter(({ seo }) => !seo.noIndex);
  const urls = pages.map(({ path }) => `  <url><loc>${escapeXml(new URL(path, site).href)}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`,
    { headers: { 'content-type': 'application/xml' } },
  );
};

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
