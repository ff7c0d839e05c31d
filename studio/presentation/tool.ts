import { defineDocuments, presentationTool } from 'sanity/presentation';
import { pages } from '../structure/singletons.ts';
import { locations } from './locations.ts';
import { places } from './places.ts';

/** The document that a page is mostly made of: opened beside it. */
const mainDocuments = defineDocuments([
  ...pages.flatMap(({ type }) => (places[type] ?? []).map(({ href }) => ({ route: href, type }))),
  { route: '/:page', filter: '_type == "legalPage" && page == $page' },
]);

/** The site beside the form, with what is not published yet; a click on a text opens its field. */
export const preview = (url: string) =>
  presentationTool({
    title: 'Preview',
    previewUrl: { initial: url },
    allowOrigins: [new URL(url).origin],
    resolve: { locations, mainDocuments },
  });
