import path from 'node:path';
import { build } from 'astro';
import { root } from '../environment.ts';

process.on('disconnect', () => process.exit());

/**
 * Each stack and each language has its own Astro cache, because two builds at once would read each other's incomplete
 * files.
 */
const cacheDir = path.join(
  process.env['LOCAL_DIR'] ?? path.join(root, '.local'),
  `astro${process.env['SITE_LANGUAGE'] ?? ''}`,
);

/**
 * Builds the site into the folder in each message, and saves its bundle. Replies with the reason why the build failed,
 * or null.
 */
process.on('message', ({ outDir, bundle, maps }: { outDir: string; bundle: string; maps?: string }) => {
  process.env['SAVED_BUNDLE'] = bundle;
  if (maps === undefined) delete process.env['SOURCE_MAPS'];
  else process.env['SOURCE_MAPS'] = maps;
  build({ root, outDir, cacheDir }).then(
    () => process.send?.({ failure: null }),
    (error: unknown) => {
      console.error(error);
      process.send?.({ failure: String(error) });
    },
  );
});
