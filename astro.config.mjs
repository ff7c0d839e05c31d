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
/** Without these there is no site. `astro sync` only writes types, and runs without them. */
const needed = ['SITE_URL', 'PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_KEY', 'PUBLIC_STUDIO_URL'];

/** Another language is a build of its own (decisions "Languages"). */
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
/** Where Turnstile's script and frame come from, where the sign-in has a captcha. */
const captcha = env.PUBLIC_TURNSTILE_SITE_KEY ? 'https://challenges.cloudflare.com' : null;
const apiSocket = apiOrigin.replace(/^http/, 'ws');

export default defineConfig({
  ...(env.SITE_URL ? { site: env.SITE_URL } : {}),
  output: 'static',
  ...foldersOf(languageId),
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  // Nothing is highlighted here, and its inline styles would not pass the policy.
  markdown: { syntaxHighlight: false },
  // It writes the server's folders into each page, and a preview's pages go to colleagues.
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
    // The stack's builds and a test's results are written there: they would reload every page in development.
    server: { watch: { ignored: ['**/.local/**', '**/test-results/**'] } },
    // A drawing inlined as data: would travel with every page and be cached by none.
    build: {
      assetsInlineLimit: (file) => (file.endsWith('.svg') ? false : undefined),
      // Browsers of today have it.
      modulePreload: { polyfill: false },
    },
  },
  fonts: [
    {
      provider: fontsource,
      name: 'Bricolage Grotesque',
      cssVariable: '--font-bricolage',
      fallbacks: ['Trebuchet MS', 'system-ui', 'sans-serif'],
      // One that comes too late for the first paint waits for the next page: nothing moves under a reader's thumb.
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
      // `frame-ancestors` cannot stand in a meta element: it is a header in public/_headers.
      directives: [
        "default-src 'self'",
        `connect-src 'self' ${apiOrigin} ${apiSocket}`,
        // Children's photos, by addresses signed for some minutes.
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
