import { env } from '../support/env.ts';
import { patchContent, published, sitePage } from '../support/content.ts';
import { test } from '../support/test.ts';
import { measure } from '#scripts/budget/measure.ts';
import { brotliCompressSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';

test.setTimeout(600_000);
test('film', { tag: ['@once'] }, async ({ page, browser }) => {
  for (const a of ['/first-camp', '/', '/terms-and-conditions']) console.log(a, JSON.stringify(await measure(browser, env('SITE_URL') + a, new Set([env('SITE_URL'), env('SUPABASE_URL')]))));
  const html = await sitePage('/first-camp');
  writeFileSync('/tmp/h/blocks-first-camp.html', html);
  for (const a of [
    '/',
    '/about',
    '/camps',
    '/passes',
    '/camps-new',
    '/first-camp',
    '/birthdays',
    '/terms-and-conditions',
  ]) {
    const h = await sitePage(a);
    const css = [...h.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((m) => m[1]).join('');
    console.log(a, h.length, brotliCompressSync(h).length, 'css', css.length, brotliCompressSync(css).length);
  }
  const shoot = async (path: string, name: string) => {
    for (const [w, h] of [
      [390, 844],
      [1280, 800],
    ] as const)
      for (const theme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width: w, height: h });
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.goto(`${env('SITE_URL')}${path}`);
        await page.evaluate(async () => {
          document.documentElement.dataset['whole'] = '';
          for (let y = 0; y < document.body.scrollHeight; y += 600) {
            scrollTo(0, y);
            await new Promise((r) => setTimeout(r, 60));
          }
          scrollTo(0, 0);
        });
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: `/tmp/h/blocks-shots/${name}-${w}-${theme}.png`, fullPage: true });
      }
  };
  await shoot('/first-camp', 'first');
  const sections = await published<Record<string, unknown>[]>('*[_id == "homePage"][0].sections');
  const image = await published('*[_id == "base-east-coast"][0].picture');
  const with_ = sections.map((s) => (s['_type'] === 'homeHero' ? { ...s, picture: image } : s));
  await patchContent('homePage', { sections: with_ });
  for (let n = 0; n < 120 && !(await sitePage('/')).includes('class="photo-hero"'); n++)
    await new Promise((r) => setTimeout(r, 1000));
  await shoot('/', 'home');
  await patchContent('homePage', { sections });
});
