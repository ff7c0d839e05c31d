import { describe, expect, it } from 'vitest';
import { pageAt } from '#config/pages.ts';
import { paths } from '#config/paths.ts';
import { chooserOf } from '#features/popups/chooser.ts';
import {
  exitOf,
  isHeld,
  leavesByPointer,
  leavesByScroll,
  mayShowExitOffer,
  findOpening,
} from '#features/popups/model.ts';
import { isCrawler } from '#browser/crawler.ts';

/** Returns the popups of a page from its configuration. */
const kinds = (path: string) => pageAt(path)?.popups ?? [];
const stranger = {
  width: 1280,
  welcomeSeen: false,
  gateSeen: false,
  introSeen: false,
  hasInteracted: false,
  booking: false,
};

describe('the automatic popup', () => {
  it.each([
    [paths.home, 1280, 'welcome'],
    [paths.passes, 769, 'welcome'],
    [paths.camps, 1280, 'welcome-camps'],
    [paths.campsAlias, 1280, 'welcome-camps'],
    [paths.home, 768, 'mobile-gate'],
    [paths.home, 360, 'mobile-gate'],
    [paths.camps, 360, null],
    [paths.birthdays, 360, 'birthday-intro'],
    [paths.birthdays, 1280, 'birthday-intro'],
    [paths.terms, 1280, null],
    [paths.campsBook, 1280, null],
    ['/nowhere', 1280, null],
  ])('of %s at %d px is %s', (path, width, id) =>
    expect(findOpening({ ...stranger, page: kinds(path), width })?.id ?? null).toBe(id),
  );

  it('is shown once', () => {
    expect(findOpening({ ...stranger, page: kinds(paths.home), welcomeSeen: true })).toBeNull();
    expect(findOpening({ ...stranger, page: kinds(paths.home), width: 360, gateSeen: true })).toBeNull();
  });

  it.each([paths.home, paths.camps, paths.birthdays])(
    'is not shown on %s once the visitor has begun something there',
    (path) => {
      for (const width of [360, 1280])
        expect(findOpening({ ...stranger, page: kinds(path), width, hasInteracted: true })).toBeNull();
    },
  );

  it('is not shown on a phone to a visitor who is booking', () =>
    expect(findOpening({ ...stranger, page: kinds(paths.home), width: 360, booking: true })).toBeNull());

  it('the automatic popup of the birthdays page is the chooser once the mascot has been shown', () =>
    expect(findOpening({ ...stranger, page: kinds(paths.birthdays), introSeen: true })?.id).toBe('welcome'));

  it('never opens together with the page', () => {
    for (const path of [paths.home, paths.birthdays])
      for (const width of [360, 1280])
        expect(findOpening({ ...stranger, page: kinds(path), width })?.afterMs).toBeGreaterThan(0);
  });
});

it.each([
  [paths.campsBook, 'welcome-camps'],
  [paths.campsEpic, 'welcome-camps'],
  [paths.about, 'welcome'],
  ['/nowhere', 'welcome'],
])('on %s the requested chooser is %s', (path, id) => expect(chooserOf(kinds(path))).toBe(id));

it.each([
  ['{"heldUntil":"2026-11-21T10:05:00.000Z"}', true],
  ['{"heldUntil":"2026-11-21T09:55:00.000Z"}', false],
  ['{"heldUntil":null}', false],
  ['{"heldUntil":{}}', false],
  ['{}', false],
  ['7', false],
  ['no JSON', false],
  [null, false],
])('an order stored as %s holds a spot: %s', (order, held) =>
  expect(isHeld(order, Date.parse('2026-11-21T10:00:00Z'))).toBe(held),
);

describe('the exit offer', () => {
  it.each([
    [paths.home, 'exit-intent'],
    [paths.tryOutForKids, 'exit-intent'],
    [paths.camps, 'exit-intent-camps'],
    [paths.campsBook, null],
    [paths.terms, null],
  ])('of %s is %s', (path, id) => expect(exitOf(kinds(path))).toBe(id));

  it.each([
    [51, false],
    [50, true],
    [-3, true],
  ])('opens if the pointer leaves at %d px from the top: %s', (y, leaves) =>
    expect(leavesByPointer(y)).toBe(leaves),
  );

  it.each([
    [300, 99, true],
    [300, 100, false],
    [20, 60, false],
    [60, 60, false],
  ])('opens if scrolled from %d to %d px: %s', (before, now, leaves) =>
    expect(leavesByScroll(before, now)).toBe(leaves),
  );

  const nobody = {
    signedIn: false,
    hasBookingData: false,
    hasCart: false,
    mayInterrupt: true,
    alreadyShown: false,
  };
  it('is shown to a new visitor', () => expect(mayShowExitOffer(nobody)).toBe(true));
  it('is not shown shortly after another popup, nor once the visitor has started something', () =>
    expect(mayShowExitOffer({ ...nobody, mayInterrupt: false })).toBe(false));
  it.each(['signedIn', 'hasBookingData', 'hasCart', 'alreadyShown'] as const)(
    'is not shown with %s',
    (reason) => expect(mayShowExitOffer({ ...nobody, [reason]: true })).toBe(false),
  );
});

it.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['facebookexternalhit/1.1', true],
  ['Mozilla/5.0 (Linux; Android 11) Chrome/139 Mobile Safari/537.36 Chrome-Lighthouse', true],
  ['WhatsApp/2.23.20.0', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1', false],
  ['Mozilla/5.0 (Linux; Android 14; CUBOT X70) Chrome/139 Mobile Safari/537.36', false],
])('%s is a crawler: %s', (agent, crawls) => expect(isCrawler(agent)).toBe(crawls));
