import { createHash } from 'node:crypto';
import type { AstroIntegration } from 'astro';
import { rewritePages } from './pages.ts';

/**
 * Astro writes the hashes of the whole site's styles and scripts into each page's policy, and has no setting for it:
 * 2 kB that no compression makes smaller, and more than the page needs to allow (decisions "Safety"). Scripts in
 * files of their own are allowed by `'self'`.
 */
export function narrowPolicy(): AstroIntegration {
  return {
    name: 'narrow-policy',
    hooks: {
      'astro:build:done': ({ dir }) => rewritePages(dir, withOwnHashes),
    },
  };
}

/** The page with a policy that names only the styles and scripts which stand in it. */
export function withOwnHashes(html: string): string {
  const inline = html.matchAll(/<(style|script)\b[^>]*>([\s\S]*?)<\/\1>/g);
  const own = new Set<string>(Array.from(inline, ([, , text = '']) => hashOf(text)));
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/, (meta) =>
    meta.replace(/ '(sha256-[^']+)'/g, (entry, hash: string) => (own.has(hash) ? entry : '')),
  );
}

/** As a policy names a script or style that stands in the page. */
export const hashOf = (text: string) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}` as const;
