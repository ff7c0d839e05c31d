import type { AstroIntegration } from 'astro';

const ADDRESS = '/gallery';

/** `npm run dev` shows the components in all their states at `/gallery`. A build that contains this page fails. */
export const gallery = (): AstroIntegration => ({
  name: 'gallery',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command === 'dev') injectRoute({ pattern: ADDRESS, entrypoint: './src/pages/_gallery.astro' });
    },
    'astro:build:done': ({ pages }) => {
      if (pages.some(({ pathname }) => `/${pathname}`.startsWith(ADDRESS)))
        throw new Error(`The build has the page ${ADDRESS}, which is for npm run dev only.`);
    },
  },
});
