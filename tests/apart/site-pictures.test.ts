import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { dataset, editorClient, projectId, startTestLake } from '#support/lake.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

const page = `---
import Picture from '${root}/src/ui/Picture.astro';
import { toPicture } from '${root}/src/content/pictures/picture.ts';
import { sanity } from '${root}/src/content/client.ts';

const coaches = await sanity().fetch('*[_type == "coach"] | order(_id)');
const shown = await Promise.all(coaches.map(async (coach) =>
  toPicture(coach.picture, { _id: coach._id, type: 'coach', title: coach.name })));
---
<html lang="en"><head><title>Coaches</title></head><body>
  {shown.map((picture) => <Picture picture={picture} sizes="50vw" cover />)}
</body></html>
`;
const config = `import { pictures } from '${root}/src/content/pictures/integration.ts';
export default {
  integrations: [pictures()],
  build: { format: 'file', inlineStylesheets: 'always' },
  security: { csp: { directives: ["default-src 'self'", "img-src 'self' data:"] } },
};
`;

/** Makes a project with one page that shows every coach, built with the real component and pipeline. */
function project(env: NodeJS.ProcessEnv) {
  mkdirSync(path.join(root, '.local'), { recursive: true });
  // The folder is below the repository, so that its packages are found, and has a separate cache.
  const dir = mkdtempSync(path.join(root, '.local/test-pictures-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(path.join(dir, 'src/pages'), { recursive: true });
  writeFileSync(path.join(dir, 'src/pages/index.astro'), page);
  writeFileSync(path.join(dir, 'astro.config.mjs'), config);
  writeFileSync(path.join(dir, 'package.json'), '{"type":"module"}');
  const astro = path.join(root, 'node_modules/astro/bin/astro.mjs');
  const cache = path.join(dir, 'node_modules/.cache/pictures');
  return {
    async build() {
      const { stdout, stderr } = await run(process.execPath, [astro, 'build'], {
        cwd: dir,
        env: { ...process.env, ...env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
      });
      return stdout + stderr;
    },
    html: () => readFileSync(path.join(dir, 'dist/index.html'), 'utf8'),
    built: (address: string) => readFileSync(path.join(dir, 'dist', address)),
    /** Returns when each file of the cache was written. */
    made: () =>
      Object.fromEntries(
        readdirSync(cache).map((name) => [name, statSync(path.join(cache, name)).mtimeMs] as const),
      ),
  };
}

test('a picture is built into the site once, and one that cannot be loaded is replaced and named', async () => {
  const lake = await startTestLake();
  const client = editorClient(lake);
  const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: '#ff6b2c' } });
  const asset = await client.assets.upload('image', await photo.jpeg().toBuffer());
  const coach = (name: string, _ref: string) => ({
    _id: `coach-${name}`,
    _type: 'coach',
    name,
    picture: {
      image: { _type: 'image', asset: { _ref, _weak: true }, hotspot: { x: 0.2, y: 0.9 } },
      alt: `${name} on a board`,
      emoji: '🛹',
      label: `Coach ${name}`,
    },
  });
  await client.createOrReplace(coach('ana', asset._id));
  await client.createOrReplace(coach('ben', `image-${'0'.repeat(40)}-10x10-png`));
  const site = project({
    SANITY_PROJECT_ID: projectId,
    SANITY_DATASET: dataset,
    SANITY_API_HOST: lake.url,
    PUBLIC_STUDIO_URL: 'https://studio.test',
  });

  const output = await site.build();
  expect(output).toMatch(/coach “ben” \(coach-ben\) has a picture that cannot be read \(.*404\)/);
  expect(output).not.toContain('(coach-ana)');

  const html = site.html();
  const [ana = '', ben = ''] = html.split('<content-picture').slice(1);
  const [, avif = ''] = /srcset="([^"]+)"/.exec(ana) ?? [];
  expect(avif.split(', ').map((entry) => entry.split(' ')[1])).toEqual(['400w', '728w', '900w']);
  expect(ana).toMatch(/width="900" height="600"/);
  expect(html).toMatch(/class="picture cover focus-x-20 focus-y-90"/);
  expect(ana).toMatch(/<path fill="#[0-9a-f]{3}" d="M0 0h1v1h-1">/);
  expect(ben).not.toContain('<img');
  expect(ben).toMatch(/role="img" aria-label="ben on a board"/);
  // Everything is served by this site, and nothing needs an inline style.
  expect(html).not.toContain(lake.url);
  expect(html).not.toContain('sanity.io');
  expect(html).not.toMatch(/\sstyle="/);

  for (const [address = ''] of [...html.matchAll(/\/_astro\/picture\/[^\s",]+/g)]) {
    const { format, width } = await sharp(site.built(address)).metadata();
    expect([format, width]).toEqual([
      address.endsWith('avif') ? 'heif' : 'webp',
      Number(address.split('-')[2]),
    ]);
  }

  const countBefore = site.made();
  await client.patch('coach-ana').set({ 'picture.alt': 'Ana waves' }).commit();
  await site.build();
  expect(site.html()).toContain('alt="Ana waves"');
  expect(site.made()).toEqual(countBefore);
});
