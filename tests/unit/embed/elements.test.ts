// @vitest-environment happy-dom
/** The script of partners' pages takes heights from its own frame of our site, and nothing else. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readText, storesTexts, writeText } from '#browser/text-storage.ts';
import { otherLanguages, languages } from '#config/languages.ts';
import * as english from '#config/addresses.ts';
import * as chinese from '#config/addresses.zh.ts';
import { defineElements, elementName, heights, pagesOf, readHeight } from '#features/embed/elements.ts';
import { widgetSnippet } from '#features/staff/system/widget.ts';
import { MESSAGE, themeOf, withCampaign } from '#features/embed/model.ts';

const site = 'https://trails.example';
const host = 'school.example';
const pages = (attributes: Record<string, string>, kind: 'booking' | 'timetable' = 'booking') =>
  pagesOf(site, kind, (name) => attributes[name] ?? null, host);

describe('the page of an element', () => {
  it.each([
    ['booking', {}, english.embedCamps],
    ['booking', { show: 'camps' }, english.embedCamps],
    ['booking', { show: 'classes' }, english.embedTimetable],
    ['timetable', {}, english.embedTimetable],
    ['booking', { language: 'zh' }, chinese.embedCamps],
    ['timetable', { language: 'zh' }, chinese.embedTimetable],
    ['booking', { language: 'de' }, english.embedCamps],
  ] as const)('of %s with %o is %s', (kind, attributes, path) => {
    expect(pages(attributes, kind).frame.origin + pages(attributes, kind).frame.pathname).toBe(site + path);
  });

  it('says which camps, which theme and whose site it is', () => {
    const { frame, link } = pages({ base: 'east-coast', tier: 'spark', from: '2026-12-07', theme: 'dark' });
    expect(Object.fromEntries(frame.searchParams)).toEqual({
      location: 'east-coast',
      tier: 'spark',
      from: '2026-12-07',
      theme: 'dark',
      campaign: host,
    });
    expect(link.href).toBe(`${site}/camps-new?utm_source=${host}&utm_medium=embed`);
    expect(pages({ campaign: 'june-fair' }).frame.searchParams.get('campaign')).toBe('june-fair');
  });

  it.each([
    'javascript:alert(1)',
    '//evil.example',
    'https://evil.example/',
    '../auth',
    '"><script>',
    '%2f%2e',
  ])('is ours whatever an attribute says: %s', (value) => {
    const names = ['show', 'base', 'tier', 'from', 'language', 'theme', 'campaign'];
    const { frame, link } = pages(Object.fromEntries(names.map((name) => [name, value])));
    expect(frame.href).toBe(`${site}/embed/camps?campaign=${host}`);
    expect(link.origin).toBe(site);
  });

  it('knows every language of the site', () => {
    for (const id of otherLanguages)
      expect(pages({ language: id }).frame.pathname).toBe(`${languages[id].prefix}/embed/camps`);
  });
});

describe('a message', () => {
  const ours = { postMessage: () => undefined } as unknown as Window;
  const message = (data: unknown, origin = site, source: Window | null = ours) =>
    readHeight({ data, origin, source }, { contentWindow: ours }, site);
  const height = (value: unknown) => message({ type: MESSAGE, height: value });

  it.each([
    [400, 400],
    [400.5, 400.5],
    [1, heights.least],
    [1e9, heights.most],
  ])('with the height %d sets %d', (asked, set) => {
    expect(height(asked)).toBe(set);
  });

  it.each([NaN, Infinity, -Infinity, -1, 0, '400', '400px;position:fixed', null, undefined, {}, [400]])(
    'with the height %s is ignored',
    (asked) => {
      expect(height(asked)).toBeNull();
    },
  );

  it.each([
    'https://evil.example',
    'https://trails.example.evil.example',
    'http://trails.example',
    'null',
    '',
  ])('of the origin %s is ignored', (origin) => {
    expect(message({ type: MESSAGE, height: 400 }, origin)).toBeNull();
  });

  it('of another window of our site is ignored', () => {
    const other = { postMessage: () => undefined } as unknown as Window;
    expect(message({ type: MESSAGE, height: 400 }, site, other)).toBeNull();
    expect(
      readHeight(
        { data: { type: MESSAGE, height: 400 }, origin: site, source: null },
        { contentWindow: null },
        site,
      ),
    ).toBeNull();
  });

  it.each([null, 'height', 400, { height: 400 }, { type: 'other', height: 400 }, { type: MESSAGE }])(
    'that says %o is ignored',
    (data) => {
      expect(message(data)).toBeNull();
    },
  );
});

describe('an element', () => {
  const name = elementName('booking');
  let see: (isIntersecting: boolean) => void = () => undefined;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
          see = (isIntersecting) => report([{ isIntersecting }]);
        }
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    defineElements(site);
  });
  afterEach(() => {
    document.body.replaceChildren();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const windowOfFrame = { postMessage: () => undefined };
  const frameOf = (element: Element) => {
    const frame = element.shadowRoot?.querySelector('iframe');
    if (!frame) throw new Error('No frame');
    // This browser loads no frames, so it has no window for them.
    Object.defineProperty(frame, 'contentWindow', { value: windowOfFrame, configurable: true });
    return frame;
  };
  const show = (attributes = '') => {
    document.body.innerHTML = `<${name} ${attributes}><a href="/camps">Camps</a></${name}>`;
    const element = document.querySelector<HTMLElement>(name);
    if (!element) throw new Error('No element');
    return element;
  };
  const say = (frame: HTMLIFrameElement, data: unknown, origin = site) =>
    dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow }));

  it('shows our page without powers, referrer and cookies', () => {
    const frame = frameOf(show('tier="spark"'));
    expect(frame.src).toMatch(/^https:\/\/trails\.example\/embed\/camps\?tier=spark&campaign=/);
    expect(frame.getAttribute('sandbox')?.split(' ')).not.toContain('allow-top-navigation');
    expect(frame.getAttribute('sandbox')?.split(' ')).not.toContain('allow-forms');
    expect(frame.hasAttribute('credentialless')).toBe(true);
    expect(frame.hasAttribute('allow')).toBe(false);
    expect(frame.referrerPolicy).toBe('no-referrer');
    expect(frame.title).not.toBe('');
  });

  it('gets the height of its page, and not what a message of the page says besides', () => {
    const frame = frameOf(show());
    const { src } = frame;
    const before = location.href;
    say(frame, { type: MESSAGE, height: 900, href: 'javascript:alert(1)', src: 'https://evil.example' });
    expect([frame.style.height, frame.src, location.href]).toEqual(['900px', src, before]);
    say(frame, { type: MESSAGE, height: 50_000 }, 'https://evil.example');
    expect(frame.style.height).toBe('900px');
  });

  it('follows a changed attribute, and hears nothing once it is removed', () => {
    const element = show();
    const frame = frameOf(element);
    element.setAttribute('theme', 'dark');
    expect(new URL(frame.src).searchParams.get('theme')).toBe('dark');
    element.remove();
    say(frame, { type: MESSAGE, height: 900 });
    expect(frame.style.height).toBe(`${heights.first}px`);
  });

  it('shows the partner’s own link if the page in the frame does not start, until it does', () => {
    const element = show();
    const frame = frameOf(element);
    const fallback = element.shadowRoot?.querySelector('slot');
    expect(fallback?.style.display).toBe('none');
    frame.dispatchEvent(new Event('load'));
    vi.advanceTimersByTime(7000);
    expect(fallback?.style.display).toBe('contents');
    say(frame, { type: MESSAGE, height: 900 });
    expect(fallback?.style.display).toBe('none');
  });

  it('waits for what the visitor sees, also if the browser never says that the frame has loaded', () => {
    const fallback = show().shadowRoot?.querySelector('slot');
    see(false);
    vi.advanceTimersByTime(60_000);
    expect(fallback?.style.display).toBe('none');
    see(true);
    vi.advanceTimersByTime(7000);
    expect(fallback?.style.display).toBe('contents');
  });

  it('has its address before it is in the page, so that no empty page is loaded first', () => {
    const element = document.createElement(name);
    expect(element.shadowRoot?.querySelector('iframe')).toBeNull();
    document.body.append(element);
    expect(frameOf(element).src).not.toBe('');
    // An element that is moved keeps its frame.
    const frame = frameOf(element);
    document.body.prepend(element);
    expect(frameOf(element)).toBe(frame);
  });

  it('can be included twice', () => {
    expect(() => defineElements(site)).not.toThrow();
  });
});

describe('a page in a frame', () => {
  it.each([
    ['dark', 'dark'],
    ['light', 'light'],
    ['auto', 'system'],
    ['"><script>', 'system'],
  ])('asked for the theme %s has %s', (asked, theme) => {
    expect(themeOf(new URLSearchParams({ theme: asked }))).toBe(theme);
  });

  it.each([
    [
      `${site}/checkout?type=camp&camp=1`,
      `${site}/checkout?type=camp&camp=1&utm_source=fair&utm_medium=embed`,
    ],
    [`${site}/?team=red#book`, `${site}/?team=red&utm_source=fair&utm_medium=embed#book`],
    ['https://wa.me/65', 'https://wa.me/65'],
    ['https://trails.example.evil.example/', 'https://trails.example.evil.example/'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('names the campaign in %s', (href, named) => {
    expect(withCampaign(href, 'fair', site)).toBe(named);
    expect(withCampaign(href, '', site)).toBe(href);
  });
});

describe('the lines that System shows', () => {
  it.each([
    [{ show: 'camps', language: 'en', theme: 'auto' }, 'booking', '/embed/camps', '/camps-new'],
    [{ show: 'classes', language: 'zh', theme: 'dark' }, 'booking', '/zh/embed/timetable', '/zh'],
    [{ show: 'timetable', language: 'en', theme: 'light' }, 'timetable', '/embed/timetable', '/'],
  ] as const)('for %o make our element show our page', (widget, kind, path, link) => {
    const snippet = widgetSnippet(site, widget, 'Book');
    const page = new DOMParser().parseFromString(snippet, 'text/html');
    expect(page.querySelector('script')?.src).toBe(site + english.embedScript);
    const element = page.querySelector(elementName(kind));
    const { frame } = pagesOf(site, kind, (name) => element?.getAttribute(name) ?? null, host);
    expect(frame.pathname).toBe(path);
    expect(frame.searchParams.get('theme') ?? 'auto').toBe(widget.theme);
    expect(element?.querySelector('a')?.getAttribute('href')).toBe(site + link);
  });
});

// This test comes last, because the page's storage stays blocked.
it('a page in a frame is signed out: it neither reads nor writes what the site stored', async () => {
  expect(writeText('auth', 'token')).toBe(true);
  await import('#features/embed/embed-head.inline.ts');
  expect([readText('auth'), writeText('auth', 'other'), storesTexts()]).toEqual([null, false, false]);
  expect(() => sessionStorage).toThrow('No storage in a frame');
});
