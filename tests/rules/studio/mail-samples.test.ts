import { describe, expect, test } from 'vitest';
import { screens } from '#config/wording.ts';
import { toPattern } from '#contract/wording.ts';
import { renderMail } from '#server/mails/render.ts';
import { AsyncLocalStorage } from '#studio/mail-samples/async-storage.ts';
import { familyMails } from '#studio/mail-samples/family-mails.ts';
import { renderSamples } from '#studio/mail-samples/render-samples.ts';
import { catalogue } from '#studio/wording/catalogue.gen.ts';

const siteUrl = 'https://otter.test';
const mailScreens = screens
  .map(({ id }) => id)
  .filter((id) => id.startsWith('mails') && id !== 'mails-phones');
const samplesOf = (id: string, wording = {}, language: 'en' | 'zh' = 'en') =>
  renderSamples({ sentences: catalogue[id] ?? [], wording, language, siteUrl });

describe('samples of e-mails', () => {
  test.each(mailScreens)('show most sentences of %s', async (id) => {
    const keys = new Set((await samplesOf(id)).flatMap((sample) => [...sample.keys]));
    expect(keys.size / (catalogue[id]?.length ?? 0)).toBeGreaterThan(0.75);
  });

  test('are the mails that families get, without a trace of the marks', async () => {
    const [payload] = familyMails['booking_confirmed'] ?? [];
    const sent = await renderMail('booking_confirmed', payload, siteUrl);
    const sample = (await samplesOf('mails-booking')).find(({ id }) => id === 'booking_confirmed 0');
    // The length of the invisible padding after the preview text depends on the length of that text.
    const padding = /[\u00A0\u200B-\u200F\uFEFF ]{4,}/g;
    expect(sample?.subject).toBe(sent.subject);
    expect(sample?.htmlWith(null).replace(padding, '') === sent.html.replace(padding, '')).toBe(true);
  });

  test('mark the sought sentence once it is changed, and no attribute', async () => {
    const [sample] = await samplesOf('mails-waitlist');
    const key = [...(sample?.keys ?? [])][0] ?? '';
    const sentence = catalogue['mails-waitlist']?.find((one) => one.key === key);
    const [ours, pattern] = toPattern({ was: sentence?.text ?? '', text: `Hooray! ${sentence?.text}` });
    const changed = (await samplesOf('mails-waitlist', { [ours]: pattern })).find(({ keys }) =>
      keys.has(key),
    );
    const html = changed?.htmlWith(key) ?? '';
    expect(html).toMatch(/<mark [^>]+>\s*Hooray! /);
    expect(html).not.toMatch(/<[^>]*<mark/);
    expect(html.match(/<mark/g)?.length).toBe(html.match(/<\/mark>/g)?.length);
  });

  test('are in Chinese where a translation is given', async () => {
    const [ours] = toPattern({ was: 'Questions?', text: 'Questions?' });
    const samples = await samplesOf('mails', { [ours]: '有问题吗？' }, 'zh');
    expect(samples.some((sample) => sample.htmlWith(null).includes('lang="zh'))).toBe(true);
  });
});

test('in the browser, a value lasts for synchronous work and is restored', () => {
  const storage = new AsyncLocalStorage<number>();
  const seen = storage.run(1, () => [storage.run(2, () => storage.getStore()), storage.getStore()]);
  expect([...seen, storage.getStore()]).toEqual([2, 1, undefined]);
  expect(() =>
    storage.run(3, () => {
      throw new Error('stop');
    }),
  ).toThrow('stop');
  expect(storage.getStore()).toBeUndefined();
});
