import { defineDocuments, presentationTool } from 'sanity/presentation';
import { languages } from '../../src/config/languages.ts';
import { pageList } from '../../src/config/pages.ts';
import { locations } from './locations.ts';

const mainDocuments = defineDocuments([
  ...pageList.flatMap(({ path, source }) =>
    source === undefined
      ? []
      : [path, `${languages.zh.prefix}${path === '/' ? '' : path}`].map((route) => ({ route, type: source })),
  ),
  { route: '/:page', filter: '_type == "legalPage" && page == $page' },
  { route: '/:page', filter: '_type == "page" && address == "/" + $page' },
  { route: '/:folder/:page', filter: '_type == "page" && address == "/" + $folder + "/" + $page' },
]);

/**
 * The tool that shows the preview. The preview server (`preview/`) admits users who send the secret
 * that Studio has just written.
 */
export const preview = (url: string) =>
  presentationTool({
    title: 'Preview',
    previewUrl: { initial: url, previewMode: { enable: '/__preview/enable' } },
    allowOrigins: [new URL(url).origin],
    resolve: { locations, mainDocuments },
  });
