// Makes a film strip of a journey: what the screen shows every quarter of a second, side by side.
import type { Browser, CDPSession, Page } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../sources.ts';

const STEP_MS = 250;
const COLUMNS = 8;

interface Frame {
  at: number;
  /** The picture is a JPEG in base64. */
  picture: string;
}

/** Starts filming a page. The returned function stops it and returns the latest frame of each quarter second. */
export async function film(session: CDPSession): Promise<(lastMs: number) => Promise<Frame[]>> {
  const began = Date.now();
  const captured: Frame[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
    const at = (metadata.timestamp ?? Date.now() / 1000) * 1000 - began;
    captured.push({ at, picture: data });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth: 360, maxHeight: 740 });
  return async (lastMs) => {
    await session.send('Page.stopScreencast');
    const steps = Math.ceil(lastMs / STEP_MS);
    return Array.from({ length: steps + 1 }, (_, step) => {
      const frame = captured.filter(({ at }) => at <= step * STEP_MS).at(-1);
      return { at: step * STEP_MS, picture: frame?.picture ?? '' };
    });
  };
}

export async function writeStrip(
  browser: Browser,
  name: string,
  frames: readonly Frame[],
  marks: Record<string, number>,
): Promise<string> {
  const page: Page = await browser.newPage({ viewport: { width: COLUMNS * 190 + 20, height: 400 } });
  const marksOf = (at: number) =>
    Object.entries(marks)
      .filter(([, ms]) => ms > at - STEP_MS && ms <= at)
      .map(([mark, ms]) => `<b>${mark} ${Math.round(ms)} ms</b>`)
      .join(' ');
  await page.setContent(`<!doctype html><style>
      body { display: grid; grid-template-columns: repeat(${COLUMNS}, 180px); gap: 10px; margin: 10px; font: 13px sans-serif }
      figure { margin: 0 } img, i { display: block; width: 180px; height: 370px; background: #fff; outline: 1px solid #999 }
      b { color: #b00 }</style>${frames
        .map(
          ({ at, picture }) =>
            `<figure>${picture ? `<img src="data:image/jpeg;base64,${picture}">` : '<i></i>'}` +
            `<figcaption>${(at / 1000).toFixed(2)} s ${marksOf(at)}</figcaption></figure>`,
        )
        .join('')}`);
  const file = path.join(root, '.local', 'film', `${name}.png`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await page.screenshot({ fullPage: true }));
  await page.close();
  return file;
}
