import type { AstroIntegration } from 'astro';
import { hashOf, inlineScripts } from './inline-scripts.ts';
import { replaceOne, rewritePages } from './pages.ts';

const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)">/;
const INLINE = /<(style|script)\b([^>]*)>([\s\S]*?)<\/\1>/g;
/** The rules of `TeamColors.astro`, which come from content and are checked there. */
const COLORS = /\bdata-team-colors\b/;
/** Data in a page, which no browser runs. */
const DATA = /\btype="application\/(ld\+)?json"/;

/**
 * Bundles the inline scripts, and gives each page a policy with its own hashes only. Astro writes the hashes of the
 * whole site into each page and has no setting for it: that is 2 kB that does not compress, and it allows more than
 * necessary (decisions "Safety"). Scripts in files are allowed by `'self'`.
 */
export function pagePolicy(): AstroIntegration {
  const bundled = new Set<string>();
  return {
    name: 'page-policy',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [inlineScripts(bundled)] } });
      },
      'astro:build:done': ({ dir }) => rewritePages(dir, (html) => withOwnHashes(html, bundled)),
    },
  };
}

/**
 * Returns the page with a policy that names only its own inline styles and scripts. Any that neither Astro nor
 * `bundled` knows is an error, because browsers would block it; the colours of content are added. A piece of a page
 * (no `<html>`) has no policy.
 */
export function withOwnHashes(html: string, bundled: ReadonlySet<string>): string {
  if (!html.includes('<html')) return html;
  const inline = [...html.matchAll(INLINE)].filter(([, , attributes = '']) => !DATA.test(attributes));
  const own = new Map(inline.map((match) => [hashOf(match[3] ?? ''), match] as const));
  return replaceOne(
    html,
    POLICY,
    ([meta, content = '']) => {
      const hashes = new Set(Array.from(content.matchAll(/'(sha256-[^']+)'/g), ([, hash = '']) => hash));
      const added = { script: '', style: '' };
      for (const [hash, [tag, kind, attributes = '', text = '']] of own) {
        if (text === '' || hashes.has(hash)) continue;
        if (kind === 'style' && COLORS.test(attributes)) added.style += ` '${hash}'`;
        else if (kind === 'script' && bundled.has(hash)) added.script += ` '${hash}'`;
        else throw new Error(`the policy has no hash of ${tag.slice(0, 120)} …; is it an .inline.ts module?`);
      }
      return (['script', 'style'] as const).reduce(
        (policy, kind) =>
          replaceOne(
            policy,
            new RegExp(`${kind}-src [^;"]+`),
            ([directive]) => directive.trimEnd() + added[kind],
            `the directive ${kind}-src`,
          ),
        meta.replace(/ '(sha256-[^']+)'/g, (entry, hash) =>
          own.has(hash as `sha256-${string}`) ? entry : '',
        ),
      );
    },
    'the policy of a page',
  );
}
