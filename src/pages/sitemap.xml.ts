import type { APIRoute } from 'astro';
import { alternates } from '#config/translated.ts';
import { getPublicPages } from '#content/public-pages.ts';

/** Lists every page that search engines may show, by its canonical address, with its translations. */
export const GET: APIRoute = async ({ site }) => {
  const pages = (await getPublicPages()).filter(({ seo }) => !seo.noIndex);
  const address = (path: string) => escapeXml(new URL(path, site).href);
  const urls = pages.flatMap(({ path }) => {
    const others = alternates(path);
    const links = others.map(
      (one) => `<xhtml:link rel="alternate" hreflang="${one.hreflang}" href="${address(one.address)}"/>`,
    );
    const listed = new Set([path, ...others.map((one) => one.address)]);
    return Array.from(listed, (one) => `  <url><loc>${address(one)}</loc>${links.join('')}</url>`);
  });
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`,
    { headers: { 'content-type': 'application/xml' } },
  );
};

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
