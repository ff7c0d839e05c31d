import { root } from '../environment.ts';
import { build } from 'astro';

process.on('disconnect', () => process.exit());

/** Builds the site into each folder that it is told, and answers why one failed, or null. */
process.on('message', ({ outDir, maps }: { outDir: string; maps?: string }) => {
  if (maps === undefined) delete process.env['SOURCE_MAPS'];
  else process.env['SOURCE_MAPS'] = maps;
  build({ root, outDir }).then(
    () => process.send?.({ failure: null }),
    (error: unknown) => {
      console.error(error);
      process.send?.({ failure: String(error) });
    },
  );
});
