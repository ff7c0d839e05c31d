// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import '#features/navigation/cart-button.ts';
import '#features/navigation/help-button.ts';
import '#features/navigation/announcement/site-announcement.ts';
import '#features/navigation/site-navigation.ts';
import '#features/navigation/account/staff-menu.ts';
import '#features/navigation/sticky-bar/sticky-bar.ts';
import '#features/navigation/theme/theme-switch.ts';
import { onRaised, dispatch, type WindowEvents } from '#browser/window-events.ts';
import { find, showPage } from '#support/unit/page.ts';

const raised: string[] = [];
const end = new AbortController();
for (const name of ['openWelcomeModal', 'openWhatsAppModal'] satisfies (keyof WindowEvents)[])
  onRaised(name, () => raised.push(name), end.signal);

beforeEach(() => {
  raised.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.dataset['theme'] = 'system';
  delete document.documentElement.dataset['announcementClosed'];
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const scrollPage = (to: number) => {
  vi.stubGlobal('scrollY', to);
  dispatchEvent(new Event('scroll'));
};

describe('the theme', () => {
  const theme = () => document.documentElement.dataset['theme'];
  it('switches to the next one, names it, and is stored', () => {
    showPage('<theme-switch><button></button></theme-switch>');
    const button = find('button');
    expect(button.getAttribute('aria-label')).toBe('Theme: system');
    button.click();
    expect([theme(), button.getAttribute('aria-label')]).toEqual(['light', 'Theme: light']);
    button.click();
    button.click();
    expect(theme()).toBe('system');
    expect(localStorage.getItem(storageKeys.theme)).toBe('system');
  });
});

describe('the cart', () => {
  const cart = () => {
    showPage('<cart-button><button disabled><b data-cart-count hidden></b></button></cart-button>');
    return find('cart-button');
  };
  const cartTexts = () => [
    find('button').getAttribute('aria-label'),
    find('b').textContent,
    find('b').hidden,
  ];

  it('counts what was chosen before the page loaded', () => {
    localStorage.setItem(storageKeys.cart, JSON.stringify({ quantity: 1 }));
    cart();
    expect(cartTexts()).toEqual(['Cart, 1 item', '1', false]);
  });

  it('takes the count from the event, or counts again if the event has none', () => {
    cart();
    expect(cartTexts()).toEqual(['Cart, empty', '', true]);
    dispatch('cart-updated', 2);
    expect(cartTexts()).toEqual(['Cart, 2 items', '2', false]);
    dispatchEvent(new Event('cart-updated'));
    expect(cartTexts()).toEqual(['Cart, empty', '', true]);
  });

  it('stops listening after it is removed from the page', () => {
    const element = cart();
    element.remove();
    dispatch('cart-updated', 2);
    expect(element.querySelector('b')?.textContent).toBe('');
  });
});

it('a closed announcement is not shown again in this session', () => {
  showPage('<site-announcement><aside><button></button></aside></site-announcement>');
  find('button').click();
  expect(document.documentElement.dataset['announcementClosed']).toBe('');
  expect(sessionStorage.getItem(storageKeys.announcementSeen)).toBe('true');
});

it('Contact Us opens the welcome chooser', () => {
  showPage('<help-button><button>Contact Us</button></help-button>');
  find('button').click();
  expect(raised).toEqual(['openWelcomeModal']);
});

describe('the bar at the top', () => {
  beforeEach(() => {
    showPage(`<site-navigation><header class="site-nav"><button data-opens="menu"></button></header>
      <page-dialog><dialog><button data-closes data-opens="community"></button></dialog></page-dialog></site-navigation>`);
  });
  it('is solid while the page is scrolled, and stops listening once it is removed', () => {
    const bar = find('.site-nav');
    scrollPage(500);
    expect(bar.className).toBe('site-nav solid');
    scrollPage(0);
    expect(bar.className).toBe('site-nav');
    find('site-navigation').remove();
    scrollPage(500);
    expect(bar.className).toBe('site-nav');
  });
  it('opens its menu, whose buttons close it before they act', () => {
    find('[data-opens="menu"]').click();
    expect(find('dialog').hasAttribute('open')).toBe(true);
    find('[data-opens="community"]').click();
    expect(find('dialog').hasAttribute('open')).toBe(false);
    expect(raised).toEqual(['openWhatsAppModal']);
  });
});

describe('the bar at the bottom', () => {
  const bar = `<sticky-bar><a class="mascot-button"></a><div class="sticky-bar"></div></sticky-bar>`;
  const scrollFar = () => scrollPage(innerHeight * 3);

  it('appears after a screen of scrolling, and stops listening once it is removed', () => {
    showPage(bar);
    const stickyBar = find('.sticky-bar');
    expect(stickyBar.className).toBe('sticky-bar');
    scrollFar();
    expect(stickyBar.className).toBe('sticky-bar on');
    find('sticky-bar').remove();
    scrollPage(0);
    expect(stickyBar.className).toBe('sticky-bar on');
  });
  it('is hidden at the booking section, and appears again below it', () => {
    let see = (_isIntersecting: boolean): void => undefined;
    const disconnect = vi.fn();
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        disconnect = disconnect;
        observe = vi.fn();
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          see = (isIntersecting) => callback([{ isIntersecting }]);
        }
      },
    );
    showPage(`<div data-books></div>${bar}`);
    const classNames = () => [find('.sticky-bar').className, find('.mascot-button').className];
    scrollFar();
    see(true);
    expect(classNames()).toEqual(['sticky-bar', 'mascot-button']);
    scrollPage(innerHeight * 4);
    expect(classNames()).toEqual(['sticky-bar', 'mascot-button']);
    see(false);
    expect(classNames()).toEqual(['sticky-bar on', 'mascot-button on calling']);
    find('sticky-bar').remove();
    expect(disconnect).toHaveBeenCalledOnce();
  });
  it.each(['camp', 'week'])('is hidden for a visitor who has chosen a %s', (name) => {
    showPage(`<input type="radio" name="base" checked><input type="radio" name="${name}">${bar}`);
    scrollFar();
    expect(find('.sticky-bar').className).toBe('sticky-bar on');
    const choice = find(`[name="${name}"]`);
    if (choice instanceof HTMLInputElement) choice.checked = true;
    scrollPage(innerHeight * 4);
    expect([find('.sticky-bar').className, find('.mascot-button').className]).toEqual([
      'sticky-bar',
      'mascot-button',
    ]);
  });
});

describe('the Admin menu', () => {
  const open = () => find('details').hasAttribute('open');
  beforeEach(() => {
    showPage(
      '<staff-menu><details open><summary>Admin</summary><a href="/">x</a></details></staff-menu><p></p>',
    );
  });
  it('stays open after a click inside', () => {
    find('a').addEventListener('click', (event) => event.preventDefault(), { once: true });
    find('a').click();
    expect(open()).toBe(true);
  });
  it('is closed by Escape, which moves the focus back to its button', () => {
    find('a').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(open()).toBe(false);
    expect(document.activeElement).toBe(find('summary'));
  });
  it.each([
    ['a click elsewhere', () => find('p').click()],
    ['the keyboard going on', () => find('a').dispatchEvent(new FocusEvent('focusout', { bubbles: true }))],
  ])('is closed by %s', (_, close) => {
    close();
    expect(open()).toBe(false);
  });
  it('stops listening after it is removed from the page', () => {
    const menu = find('staff-menu');
    const remove = vi.spyOn(menu, 'querySelector');
    menu.remove();
    find('p').click();
    expect(remove).not.toHaveBeenCalled();
  });
});
