/** A child's private photo is uploaded, shown and removed, with messages after a failure. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PHOTO_MOST_BYTES } from '#contract/family-photo.ts';
import { $photos, loadPhotos } from '#api/family-photos.ts';
import { createPhoto } from '#features/family/child/photo.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { family } from './examples.ts';

const browser = fakeBrowser();
const [kai, nora] = ['child-kai', 'child-nora'];
const picture = new File(['picture'], 'kai.jpg', { type: 'image/jpeg' });
const makeSigned = (child_id: string, url = `https://storage.test/${child_id}`) => ({
  child_id,
  url,
  expires_at: '2026-11-25T10:05:00Z',
});

beforeEach(() => {
  storeSession({ id: 'parent-1' });
  $photos.set({});
  browser.api.on('get_family_dashboard', { body: family });
});
const calls = () => browser.api.named('child-photo');

describe('a photo', () => {
  it('is shown at once after its upload, beside the others, and the family is read again', async () => {
    $photos.set({ [nora]: 'nora' });
    browser.api.on('child-photo', { body: makeSigned(kai) });
    const photo = createPhoto(kai);
    await photo.send(picture);
    expect($photos.get()).toEqual({ [nora]: 'nora', [kai]: 'https://storage.test/child-kai' });
    expect(photo.$outcome.get()).toEqual({ tone: 'calm', text: 'Photo saved.' });
    expect(photo.$busy.get()).toBe(false);
    expect(calls()[0]?.url).toContain(`child_id=${kai}`);
    expect(calls()[0]?.headers).toMatchObject({ authorization: 'Bearer token' });
    await vi.waitFor(() => expect(browser.api.named('get_family_dashboard')).toHaveLength(1));
  });

  it('that is too large is not uploaded', async () => {
    const photo = createPhoto(kai);
    await photo.send(new File([new Uint8Array(PHOTO_MOST_BYTES + 1)], 'kai.jpg'));
    expect(calls()).toEqual([]);
    expect(photo.$outcome.get()).toMatchObject({
      tone: 'bad',
      text: expect.stringContaining('5 MB') as string,
    });
  });

  it.each([
    ['photo_not_readable', 'Please choose a JPEG, PNG or WebP'],
    ['photo_too_small', 'too small'],
    ['unexpected', 'was not sent'],
  ])('that is refused (%s) shows the reason, and the earlier photo stays', async (code, words) => {
    $photos.set({ [kai]: 'before' });
    browser.api.on('child-photo', { status: 415, body: { code } });
    const photo = createPhoto(kai);
    await photo.send(picture);
    expect($photos.get()).toEqual({ [kai]: 'before' });
    expect(photo.$outcome.get()).toMatchObject({
      tone: 'bad',
      text: expect.stringContaining(words) as string,
    });
    expect(photo.$busy.get()).toBe(false);
  });

  it('is uploaded once, even if the button is pressed several times', async () => {
    browser.api.on('child-photo', { body: makeSigned(kai) });
    const photo = createPhoto(kai);
    await Promise.all([photo.send(picture), photo.send(picture), photo.remove()]);
    expect(calls()).toHaveLength(1);
  });

  it('disappears once it is removed, but not if removing fails', async () => {
    $photos.set({ [kai]: 'kai', [nora]: 'nora' });
    browser.api.on('child-photo', 'network failure');
    const photo = createPhoto(kai);
    await photo.remove();
    expect($photos.get()).toEqual({ [kai]: 'kai', [nora]: 'nora' });
    expect(photo.$outcome.get()).toMatchObject({ tone: 'bad' });
    browser.api.on('child-photo', { body: { removed: true } });
    await photo.remove();
    expect($photos.get()).toEqual({ [nora]: 'nora' });
    expect(photo.$outcome.get()).toEqual({ tone: 'calm', text: 'Photo removed.' });
  });
});

describe('the signed addresses of photos', () => {
  it('are read for several children in one call, and a child without one has an initial', async () => {
    browser.api.on('child-photo', { body: { photos: [makeSigned(kai)] } });
    await loadPhotos([kai, nora]);
    expect(calls()).toHaveLength(1);
    expect(calls()[0]?.url).toContain(`child_id=${kai}&child_id=${nora}`);
    expect($photos.get()).toEqual({ [kai]: 'https://storage.test/child-kai' });
    browser.api.on('child-photo', 'network failure');
    await loadPhotos([nora]);
    expect($photos.get()).toEqual({ [kai]: 'https://storage.test/child-kai' });
  });

  it('are not requested without children', async () => {
    await loadPhotos([]);
    expect(calls()).toEqual([]);
  });
});
