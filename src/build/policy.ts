import type { AstroIntegration } from 'astro';
import { playerOrigins } from '#contract/video-address.ts';
import type { RolldownPluginOption } from 'rolldown';
import { hashOf, inlineScripts } from './inline-scripts.ts';
import { replaceOne, rewritePages } from './pages.ts';

const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)">/;
const INLINE = /<(style|script)\b([^>]*)>([\s\S]*?)<\/\1>/g;
/** The style rules of `TeamColors.astro`, which come from content and are checked in that file. */
const COLORS = /\bdata-team-colors\b/;
/** The origin of a video's player, which the page loads once a visitor plays the video. */
const PLAYER = /<video-frame\b[^>]*\bdata-player="(https:\/\/[^"/]+)\//g;
/** Rules for what the browser fetches ahead (layouts/Prefetch.astro). They need a hash, but are not code. */
const RULES = /\btype="speculationrules"/;
/** A data block in a page, which browsers do not run. */
const DATA = /\btype="application\/(ld\+)?json"/;

/**
 * Writes a page's own policy. Astro writes the hashes of the whole site into each page. That adds 2 kB which does not
 * compress, and allows more than the page needs (decisions "Safety").
 */
export function pagePolicy(bundled: Set<string>, plugins: RolldownPluginOption = []): AstroIntegration {
  return {
    name: 'page-policy',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [inlineScripts(bundled, plugins)] } });
      },
      'astro:build:done': ({ dir }) => rewritePages(dir, (html) => withOwnHashes(html, bundled)),
    },
  };
}

/** Throws if neither Astro nor `bundled` knows a style or script, because browsers would block it. */
export function withOwnHashes(html: string, bundled: ReadonlySet<string>): string {
  if (!html.includes('<html')) return html;
  const players = new Set(Array.from(html.matchAll(PLAYER), ([, origin = '']) => origin));
  const strange = [...players].find((origin) => !playerOrigins.some((known) => known === origin));
  if (strange) throw new Error(`a video plays from ${strange}, which no page may show in a frame`);
  const inline = [...html.matchAll(INLINE)].filter(([, , attributes = '']) => !DATA.test(attributes));
  const byHash = new Map(inline.map((match) => [hashOf(match[3] ?? ''), match] as const));
  return replaceOne(
    html,
    POLICY,
    ([meta, content = '']) => {
      const hashes = new Set(Array.from(content.matchAll(/'(sha256-[^']+)'/g), ([, hash = '']) => hash));
      const added = { script: '', style: '' };
      for (const [hash, [tag, kind, attributes = '', text = '']] of byHash) {
        if (text === '' || hashes.has(hash)) continue;
        if (kind === 'style' && COLORS.test(attributes)) added.style += ` '${hash}'`;
        else if (kind === 'script' && (bundled.has(hash) || RULES.test(attributes)))
          added.script += ` '${hash}'`;
        else throw new Error(`the policy has no hash of ${tag.slice(0, 120)} …; is it an .inline.ts module?`);
      }
      const framed = players.size === 0 ? meta : withFrames(meta, [...players]);
      return (['script', 'style'] as const).reduce(
        (policy, kind) =>
          replaceOne(
            policy,
            new RegExp(`${kind}-src [^;"]+`),
            ([directive]) => directive.trimEnd() + added[kind],
            `the directive ${kind}-src`,
          ),
        framed.replace(/ '(sha256-[^']+)'/g, (entry, hash) =>
          byHash.has(hash as `sha256-${string}`) ? entry : '',
        ),
      );
    },
    'the policy of a page',
  );
}

/** Allows frames of these origins, on pages with videos only. */
function withFrames(meta: string, origins: readonly string[]): string {
  const list = origins.join(' ');
  return meta.includes('frame-src ')
    ? meta.replace('frame-src ', `frame-src ${list} `)
    : replaceOne(
        meta,
        /default-src 'self';/,
        ([found]) => `${found} frame-src ${list};`,
        'the directive default-src',
      );
}
