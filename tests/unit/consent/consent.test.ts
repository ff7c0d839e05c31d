// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import { readConsent } from '#browser/consent.ts';
import { answer, askConsent, showChoices } from '#ui/consent/consent.ts';
import { fakeBrowser, MemoryStorage } from '#support/unit/browser.ts';
import { find } from '#support/unit/page.ts';

const browser = fakeBrowser();
let visit = new MemoryStorage();
let below: HTMLElement[] = [];
let scrolled = 0;
let gpc: boolean | undefined;
let dnt: string | null;
let resize: () => void = () => undefined;

beforeEach(() => {
  visit = new MemoryStorage();
  below = [];
  scrolled = 0;
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrolled);
  vi.stubGlobal('innerWidth', 390);
  gpc = undefined;
  dnt = null;
  vi.stubGlobal('sessionStorage', visit);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      disconnect = vi.fn();
      constructor(run: () => void) {
        resize = run;
      }
      observe() {
        resize();
      }
    },
  );
  Object.defineProperty(navigator, 'globalPrivacyControl', { configurable: true, get: () => gpc });
  Object.defineProperty(navigator, 'doNotTrack', { configurable: true, get: () => dnt });
  document.elementsFromPoint = () => below;
  document.body.innerHTML = '<main><a href="#x">Choose</a><div data-keep-clear></div></main>';
});
const readStoredConsent = () =>
  JSON.parse(browser.storage.getItem(storageKeys.consent) ?? 'null') as object | null;
const card = () => document.querySelector('consent-card');

describe('the answer', () => {
  it.each([
    ['{"analytics":true,"ads":true}', { analytics: true, ads: true }],
    ['{"analytics":true}', { analytics: true, ads: false }],
    ['{"analytics":false,"ads":"yes"}', { analytics: false, ads: false }],
    ['{"ads":true}', null],
    ['{"analytics":"yes"}', null],
    ['null', null],
    ['broken', null],
    [null, null],
  ])('%s is read as %o', (text, consent) => {
    if (text !== null) browser.storage.setItem(storageKeys.consent, text);
    expect(readConsent()).toEqual(consent);
  });

  it.each(['Global Privacy Control', 'Do Not Track'])('with %s counts as a no, even after a yes', (name) => {
    browser.storage.setItem(storageKeys.consent, '{"analytics":true,"ads":true}');
    if (name === 'Do Not Track') dnt = '1';
    else gpc = true;
    expect(readConsent()).toEqual({ analytics: false, ads: false });
  });

  it('the answer “no” deletes what was stored for analytics', () => {
    browser.storage.setItem(storageKeys.events, '[]');
    document.cookie = '_fbp=fb.1.1.1; path=/';
    expect(answer({ analytics: false, ads: false })).toBe(true);
    expect(browser.storage.getItem(storageKeys.events)).toBeNull();
    expect(document.cookie).not.toContain('fb.1');
  });
});

describe('the card', () => {
  it.each([
    ['Yes, that is fine', true],
    ['No, thank you', false],
  ])('saves “%s” with its time at one tap, and closes', (label, isYes) => {
    askConsent();
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
    button?.click();
    expect(readStoredConsent()).toEqual({
      analytics: isYes,
      ads: isYes,
      at: expect.stringMatching(/^20\d\d-/) as string,
    });
    expect(card()).toBeNull();
    askConsent();
    expect(card()).toBeNull();
  });

  const cover = (elements: HTMLElement[]) => {
    below = elements;
    resize();
  };
  const scroll = (to: number) => {
    scrolled = to;
    dispatchEvent(new Event('scroll'));
  };
  const isAtEnd = () => card()?.classList.contains('at-end');

  it('counts as a popup that opened by itself', () => {
    askConsent();
    expect(isAtEnd()).toBe(false);
    expect(visit.getItem(storageKeys.interrupted)).not.toBeNull();
    expect(browser.storage.getItem(storageKeys.consentDue)).toBeNull();
  });

  it('is at the end of the page shortly after another popup, and begins the next visit', () => {
    visit.setItem(storageKeys.interrupted, String(Date.now()));
    askConsent();
    expect(isAtEnd()).toBe(true);
    expect(browser.storage.getItem(storageKeys.consentDue)).toBe('true');
  });

  it.each([
    ['a choice or a form is under it', () => cover([find('[data-keep-clear]')])],
    ['the visitor scrolls', () => scroll(41)],
    ['a phone shows the chat button', () => document.body.append(document.createElement('chat-launcher'))],
    ['the visitor begins something', () => find('a').dispatchEvent(new Event('click', { bubbles: true }))],
  ])('moves to the end of the page once %s', async (_, happen) => {
    askConsent();
    expect(isAtEnd()).toBe(false);
    happen();
    await vi.waitFor(() => expect(isAtEnd()).toBe(true));
    expect(card()?.querySelectorAll('button')).toHaveLength(2);
  });
});

describe('on a privacy page', () => {
  const form = () => {
    document.body.innerHTML = `<form><input type="checkbox" name="analytics" disabled>
      <input type="checkbox" name="ads" disabled><p role="status"></p></form>`;
    const found = find('form') as HTMLFormElement;
    showChoices(found);
    return found;
  };
  const box = (name: string) => find(`[name="${name}"]`) as HTMLInputElement;
  const change = (name: string) => {
    box(name).checked = !box(name).checked;
    box(name).dispatchEvent(new Event('change', { bubbles: true }));
  };

  it('the current answer is shown, and a change is saved at once, by purpose', () => {
    browser.storage.setItem(storageKeys.consent, '{"analytics":true,"ads":true}');
    form();
    expect([box('analytics').checked, box('ads').checked]).toEqual([true, true]);
    change('ads');
    expect(readStoredConsent()).toMatchObject({ analytics: true, ads: false });
    expect(find('[role=status]').textContent).toBe('Saved in this browser.');
  });

  it('both boxes are off without an answer, and disabled if the browser refuses tracking', () => {
    form();
    expect([box('analytics').checked, box('analytics').disabled]).toEqual([false, false]);
    gpc = true;
    form();
    expect([box('ads').checked, box('ads').disabled]).toEqual([false, true]);
    expect(find('[role=status]').textContent).toContain('asks sites not to track you');
  });

  it('the page says if the browser does not store the choice', () => {
    form();
    browser.storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    change('analytics');
    expect(box('analytics').checked).toBe(false);
    expect(find('[role=status]').textContent).toContain('does not store your choice');
  });
});
