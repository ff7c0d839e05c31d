import type { APIRoute, GetStaticPaths } from 'astro';
import { brand } from '#config/brand.ts';
import { drawCard } from '#content/pictures/card.ts';
import { getPublicPages, type PublicPage } from '#content/public-pages.ts';
import { cardPath } from '#features/seo/addresses.ts';

/** The preview picture of each public page, which chats and social networks show with a link. */
export const getStaticPaths = (async () =>
  (await getPublicPages()).map(({ path, seo }) => ({
    params: { page: cardPath(path).replace(/^\/og\/|\.jpg$/g, '') },
    props: { seo },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<Pick<PublicPage, 'seo'>> = async ({ props: { seo } }) =>
  new Response(
    new Uint8Array(
      await drawCard({ title: withoutName(seo.title), site: brand.name, picture: seo.shareImage }),
    ),
    { headers: { 'content-type': 'image/jpeg' } },
  );

const withoutName = (title: string) =>
  title.endsWith(brand.name) ? title.slice(0, -brand.name.length).replace(/[\s|·–-]+$/, '') || title : title;
