import { defineDocuments, presentationTool } from 'sanity/presentation';
import { pageList } from '../../src/config/pages.ts';
import { locations } from './locations.ts';

/** The document that a page is mostly made of: opened beside it. */
const mainDocuments = defineDocuments([
  ...pageList.flatMap(({ path, source }) => (source === undefined ? [] : [{ route: path, type: source }])),
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
