import { defineConfig } from 'astro/config';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { loadEnv } from 'vite';
import { afterPages } from './astro.steps.ts';
import { fontsource } from './src/build/fonts.ts';
import { foldersOf, languageOfBuild } from './src/build/language.ts';
import { layers } from './src/build/layers.ts';
import { newFacts, savedBundle } from './src/build/saved-bundle.ts';
import { wording } from './src/build/wording/integration.ts';
import { preview } from './src/content/preview/integration.ts';
import { changedSentences } from './src/content/wording.ts';
import { whenNeededDirective } from './src/ui/when-needed/integration.ts';

const env = loadEnv(process.env.NODE_ENV ?? 'production', process.cwd(), '');
/** A build needs these variables. `astro sync` only writes types, and runs without them. */
const needed = ['SITE_URL', 'PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_KEY', 'PUBLIC_STUDIO_URL'];

/** Each language is a separate build (decisions "Languages"). */
const languageId = languageOfBuild(process.env.SITE_LANGUAGE);
const facts = newFacts();

/** @type {import('astro').AstroIntegration} */
const checkEnvironment = {
  name: 'check-environment',
  hooks: {
    'astro:config:setup': ({ command }) => {
      const missing = needed.filter((name) => !env[name]);
      if (command === 'sync' || missing.length === 0) return;
      throw new Error(`Missing in the environment: ${missing.join(', ')}. See .env.example.`);
    },
  },
};

const apiOrigin = new URL(env.PUBLIC_SUPABASE_URL || 'http://127.0.0.1').origin;
/** The origin of Turnstile's script and frame, if the sign-in has a captcha. */
const captcha = env.PUBLIC_TURNSTILE_SITE_KEY ? 'https://challenges.cloudflare.com' : null;
const apiSocket = apiOrigin.replace(/^http/, 'ws');

export default defineConfig({
  ...(env.SITE_URL ? { site: env.SITE_URL } : {}),
  output: 'static',
  ...foldersOf(languageId),
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  // No page shows highlighted code, and the inline styles of the highlighter would violate the content security policy.
  markdown: { syntaxHighlight: false },
  // The toolbar writes the server's folders into each page, and a preview's pages are shown to colleagues.
  devToolbar: { enabled: !process.env.PREVIEW_SERVER },
  integrations: [
    checkEnvironment,
    react(),
    whenNeededDirective(),
    preview(),
    wording(changedSentences, languageId, facts),
    savedBundle(facts),
    ...afterPages(languageId, facts),
  ],
  vite: {
    plugins: [layers(), tailwindcss()],
    // The stack's builds and test results are written there, and would reload every page in development.
    server: { watch: { ignored: ['**/.local/**', '**/test-results/**'] } },
    // Drawings that are inlined as `data:` would be sent with every page and never cached.
    build: {
      assetsInlineLimit: (file) => (file.endsWith('.svg') ? false : undefined),
      // Current browsers support module preloads.
      modulePreload: { polyfill: false },
    },
  },
  fonts: [
    {
      provider: fontsource,
      name: 'Bricolage Grotesque',
      cssVariable: '--font-bricolage',
      fallbacks: ['Trebuchet MS', 'system-ui', 'sans-serif'],
      // A font that is too late for the first paint is used from the next page on, so that no text moves while somebody
      // reads.
      display: 'optional',
      options: { folder: 'bricolage-grotesque', weight: '800', isForText: false },
    },
    {
      provider: fontsource,
      name: 'Figtree',
      cssVariable: '--font-figtree',
      fallbacks: ['Segoe UI', 'system-ui', 'sans-serif'],
      display: 'optional',
      options: { folder: 'figtree', weight: '400 800', isForText: true },
    },
  ],
  security: {
    csp: {
      // `frame-ancestors` is not allowed in a meta element, so it is a header in public/_headers.
      directives: [
        "default-src 'self'",
        `connect-src 'self' ${apiOrigin} ${apiSocket}`,
        // The API serves children's photos at signed addresses that are valid for some minutes.
        `img-src 'self' ${apiOrigin} data:`,
        "font-src 'self'",
        ...(captcha ? [`frame-src ${captcha}`] : []),
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ],
      ...(captcha && { scriptDirective: { resources: ["'self'", captcha] } }),
    },
  },
});
