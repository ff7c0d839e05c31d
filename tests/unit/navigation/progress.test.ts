// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import { showProgress } from '#features/navigation/progress.ts';
import { $session } from '#browser/session.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';

const browser = fakeBrowser();
afterEach(() => $session.set({ state: 'unknown' }));

function signIn(): void {
  const session = {
    access_token: 'the-token',
    refresh_token: 'r',
    expires_in: 3600,
    expires_at: 4e9,
    user: { id: uuid(9) },
  };
  browser.storage.setItem(storageKeys.auth, JSON.stringify(session));
}

/** Returns the text of the bar for the current visitor. */
async function renderText(progressText = 'Progress: {count} / 6 sessions booked'): Promise<string> {
  const text = document.createElement('span');
  text.textContent = 'Weekend classes';
  text.dataset['progress'] = progressText;
  await showProgress(text);
  return text.textContent;
}

describe('the bar at the bottom', () => {
  it.each([
    [4, 'Progress: 2 / 6 sessions booked'],
    [0, 'Progress: 6 / 6 sessions booked'],
  ])('with %i credits left says %s', async (credits_remaining, words) => {
    signIn();
    browser.api.on('profiles', { body: [{ credits_remaining }] });
    expect(await renderText()).toBe(words);
    expect(browser.api.named('profiles')[0]?.headers['authorization']).toBe('Bearer the-token');
  });

  it('uses the text from content', async () => {
    signIn();
    browser.api.on('profiles', { body: [{ credits_remaining: 1 }] });
    expect(await renderText('{count} done')).toBe('5 done');
  });

  it('keeps its text for a visitor, and requests nothing', async () => {
    expect(await renderText()).toBe('Weekend classes');
    expect(browser.api.named('profiles')).toEqual([]);
  });

  it.each([
    ['no session is booked', { body: [{ credits_remaining: 6 }] }],
    ['the number cannot be read', { status: 500, body: {} }],
  ])('keeps its text if %s', async (_, reply) => {
    signIn();
    browser.api.on('profiles', reply);
    expect(await renderText()).toBe('Weekend classes');
    expect(browser.api.named('profiles')).toHaveLength(1);
  });
});
