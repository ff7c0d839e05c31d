import { expect } from '@playwright/test';
import { createServer, type AddressInfo } from 'node:net';
import { startDevServer } from '#local/dev-server.ts';
import type { Running } from '#local/part.ts';
import { patchContent, published } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

/** Acts as the Studio's preview, with its own packages: it shows a page in a frame and receives the clicks. */
const studio = `<!doctype html>
<iframe src="/about" style="width: 100%; height: 90vh"></iframe>
<script type="module">
  import { createConnectionMachine, createController } from '/studio/node_modules/@sanity/comlink/dist/index.js';
  import { createCompatibilityActors } from '/studio/node_modules/@sanity/presentation-comlink/dist/index.js';
  const controller = createController({ targetOrigin: location.origin });
  controller.addTarget(document.querySelector('iframe').contentWindow);
  const page = controller.createChannel(
    { name: 'presentation', connectTo: 'visual-editing', heartbeat: true },
    createConnectionMachine().provide({ actors: createCompatibilityActors() }),
  );
  window.heard = {};
  for (const type of ['navigate', 'focus'])
    page.on('visual-editing/' + type, (data) => { window.heard[type] = data; });
  page.start();
</script>`;

let site: Running;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const port = await freePort();
  site = await startDevServer({
    port,
    cwd: '.',
    args: [
      ...['node_modules/astro/bin/astro.mjs', 'dev', '--ignore-lock'],
      ...['--port', String(port), '--host', '127.0.0.1'],
    ],
    env: { SANITY_PREVIEW: '1', SANITY_READ_TOKEN: env('SANITY_READ_TOKEN') },
  });
});
test.afterAll(() => site.stop());

test('a click on a text opens its field, and an edit is shown without a reload', async ({ page }) => {
  test.setTimeout(180_000);
  const before = await published<string>('*[_id == "aboutPage"][0].story.heading');
  await page.route(`${site.url}/studio-preview`, (route) =>
    route.fulfill({ contentType: 'text/html', body: studio }),
  );
  await page.goto(`${site.url}/studio-preview`);
  const messageOf = (type: string) =>
    page.evaluate((of) => (window as unknown as { heard?: Record<string, unknown> }).heard?.[of], type);
  await expect.poll(() => messageOf('navigate'), { timeout: 60_000 }).toMatchObject({ url: '/about' });
  const shown = (name: string) => page.frameLocator('iframe').getByRole('heading', { name });
  // A page on a busy machine takes time to become interactive.
  await expect(async () => {
    // The overlay over a text appears when the pointer reaches it.
    await page.mouse.move(0, 0);
    await shown(before).click({ timeout: 5_000 });
    await expect
      .poll(() => messageOf('focus'), { timeout: 2_000 })
      .toMatchObject({ id: 'aboutPage', path: 'story.heading' });
  }).toPass({ timeout: 60_000 });

  try {
    await patchContent('aboutPage', { 'story.heading': 'A heading of today' });
    await expect(shown('A heading of today')).toBeVisible({ timeout: 30_000 });
  } finally {
    await patchContent('aboutPage', { 'story.heading': before });
  }
});
