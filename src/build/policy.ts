import { createHash } from 'node:crypto';
import type { AstroIntegration } from 'astro';
import { rewritePages } from './pages.ts';

/**
 * Removes hashes that a page does not need from its policy. Astro writes the hashes of the whole site into each page
 * and has no setting for it: that is 2 kB that does not compress, and it allows more than necessary (decisions
 * "Safety"). Scripts in files are allowed by `'self'`.
 */
export function narrowPolicy(): AstroIntegration {
  return {
    name: 'narrow-policy',
    hooks: {
      'astro:build:done': ({ dir }) => rewritePages(dir, withOwnHashes),
    },
  };
}

/** Returns the page with a policy that names only its own inline styles and scripts. */
export function withOwnHashes(html: string): string {
  const inline = html.matchAll(/<(style|script)\b[^>]*>([\s\S]*?)<\/\1>/g);
  const own = new Set<string>(Array.from(inline, ([, , text = '']) => hashOf(text)));
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/, (meta) =>
    meta.replace(/ '(sha256-[^']+)'/g, (entry, hash: string) => (own.has(hash) ? entry : '')),
  );
}

/** The hash of an inline script or style, as a policy writes it. */
export const hashOf = (text: string) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}` as const;
