import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import type { Plugin, ViteDevServer } from 'vite';
import { screenOf } from '#config/wording.ts';
import type { LanguageId } from '#config/languages.ts';
import { translatedSentences, findUsableChanges } from '#contract/wording.ts';
import type { BundleFacts } from '../saved-bundle.ts';
import { readWording } from './catalogue.ts';
import { withWording } from './replace.ts';
import { sentencesIn } from './sentences.ts';
import { readSentences, type Sentences } from './state.ts';

interface Content extends Sentences {
  /** Calls `onChange` after each change of content, but only in development. Returns a function that stops this. */
  listen: (onChange: () => void) => () => void;
}

/**
 * Replaces sentences of the code by those that editors wrote in Studio. If a change does not fit, it is left out, and
 * the build goes on.
 */
export function wording(
  content: Content,
  language: LanguageId = 'en',
  facts: Pick<BundleFacts, 'sentences'> = { sentences: '' },
): AstroIntegration {
  let texts: ReadonlyMap<string, string> = new Map();
  let root = '';

  async function load(logger: AstroIntegrationLogger) {
    const sentences = readWording(root).flatMap((file) => file.sentences);
    const { own, translated, state } = await readSentences(content, language);
    facts.sentences = state;
    const found = findUsableChanges(own, sentences);
    for (const { key, reason } of found.ignored)
      logger.warn(`The sentence ${key} that Studio changed can’t be used (${reason}); ours is shown.`);
    const before = texts;
    texts = new Map([...found.texts, ...translatedSentences(translated, sentences, found.texts)]);
    return new Set(
      [...before, ...texts].filter(([key]) => before.get(key) !== texts.get(key)).map(([key]) => key),
    );
  }

  const plugin: Plugin = {
    name: 'wording',
    enforce: 'pre',
    transform: {
      // The handler must run before Astro compiles the pages.
      order: 'pre',
      filter: { id: /\/(?:src|contract)\/[^?]*\.(?:tsx?|astro)$/ },
      handler(code, id) {
        const file = path.relative(root, id).replaceAll(path.sep, '/');
        if (texts.size === 0 || !screenOf(file)) return null;
        const result = withWording(code, sentencesIn(file, code), texts);
        // The number of lines does not change, so the file's own source map stays right except for columns.
        return result === code ? null : { code: result, map: null };
      },
    },
  };

  return {
    name: 'wording',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        root = fileURLToPath(config.root);
        updateConfig({ vite: { plugins: [plugin] } });
      },
      'astro:build:start': async ({ logger }) => {
        await load(logger);
      },
      'astro:server:setup': async ({ server, logger }) => {
        await load(logger);
        const stop = content.listen(() => {
          load(logger).then(
            (changed) => reload(server, changed),
            (error: unknown) => logger.warn(`The changed sentences did not load: ${String(error)}`),
          );
        });
        server.httpServer?.once('close', stop);
      },
    },
  };

  function reload(server: ViteDevServer, changed: ReadonlySet<string>) {
    if (changed.size === 0) return;
    for (const { file, sentences } of readWording(root))
      if (sentences.some(({ key }) => changed.has(key)))
        for (const { moduleGraph } of Object.values(server.environments))
          for (const module of moduleGraph.getModulesByFile(path.join(root, file)) ?? [])
            moduleGraph.invalidateModule(module);
    server.ws.send({ type: 'full-reload' });
  }
}
