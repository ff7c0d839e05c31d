import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { brand } from '#config/brand.ts';
import { storageKeys } from '#config/paths.ts';
import { cartButton, hasLightLogo, shellAt } from '#features/navigation/model.ts';
import { databaseDashboard, staffLinks } from '#features/navigation/account/staff-model.ts';
import { nextTheme } from '#features/navigation/theme/theme.ts';
import headScript from '#layouts/head.inline.ts?script';

const currentScript = {
  dataset: { theme: storageKeys.theme, announcement: storageKeys.announcementSeen },
};
/** Replacements for the globals that the script in the head of a page needs. */
const page = {
  window: {},
  location: { hash: '' },
  performance: { getEntriesByType: () => [] },
  addEventListener: () => undefined,
};

describe('scrolling', () => {
  it.each([
    [20, false],
    [21, true],
  ])('makes the bar solid after %d px: %s', (scrolled, solid) =>
    expect(shellAt(scrolled, 800, 1280).solid).toBe(solid),
  );

  it.each([
    [560, { mascot: false, bar: false, callout: false }],
    [561, { mascot: true, bar: false, callout: false }],
    [800, { mascot: true, bar: false, callout: false }],
    [801, { mascot: true, bar: true, callout: false }],
    [1_200, { mascot: true, bar: true, callout: false }],
    [1_201, { mascot: true, bar: true, callout: true }],
  ])('at %d px of an 800 px window shows %o', (scrolled, expected) =>
    expect(shellAt(scrolled, 800, 1280)).toMatchObject(expected),
  );

  it.each([
    [768, false],
    [769, true],
  ])('shows the mascot at a width of %d px: %s', (width, isShown) =>
    expect(shellAt(5_000, 800, width)).toMatchObject({ mascot: isShown, callout: isShown, bar: true }),
  );

  it('shows no bar over the booking section that the bar leads to', () => {
    const expected = { solid: true, bar: false, mascot: false, callout: false };
    expect(shellAt(5_000, 800, 1280, { isBooking: true })).toEqual(expected);
  });

  it.each([390, 1280])('shows no second bar on a page with a bar of its own, %i px wide', (width) =>
    expect(shellAt(5_000, 800, width, { hasOwnBar: true }).bar).toBe(false),
  );
});

it.each([
  ['/', false, true],
  ['/birthday-rsvp', false, true],
  [`/try-out-${brand.slug}-for-campers`, false, true],
  ['/camps', false, true],
  ['/birthdays', false, true],
  ['/passes', false, true],
  ['/team-passes', false, true],
  [`/try-out-${brand.slug}-for-kids`, false, false],
  ['/about', false, false],
  ['/about', true, true],
])('%s (flagged light: %s) has the light logo: %s', (path, flagged, light) =>
  expect(hasLightLogo(path, flagged)).toBe(light),
);

it.each([
  [0, { disabled: true, label: 'Cart, empty', badge: '' }],
  [NaN, { disabled: true, label: 'Cart, empty', badge: '' }],
  [1, { disabled: false, label: 'Cart, 1 item', badge: '1' }],
  [3, { disabled: false, label: 'Cart, 3 items', badge: '3' }],
])('the button of a cart with %d items has the right label and badge', (quantity, expected) =>
  expect(cartButton(quantity)).toEqual(expected),
);

describe('the Admin menu', () => {
  it('has the links of the specification', () =>
    expect(
      staffLinks('https://abc123.supabase.co', ['admin']).map(({ label, href }) => [label, href]),
    ).toEqual([
      ['Management Dashboard', '/management'],
      ['Roster and check-in', '/management/roster'],
      ['Family Dashboard', '/family-base'],
      ['Packages/Sales', '/sales'],
      ['Fun-Start', `/try-out-${brand.slug}-for-campers`],
      ['Camps', '/camps'],
      ['Image Repository', '/image-repository'],
      ['Home', '/'],
      ['Database', 'https://supabase.com/dashboard/project/abc123'],
      ['Master Admin Access', '/auth?staff=1'],
    ]));
  it('has management, family and pictures on a phone', () =>
    expect(
      staffLinks('http://127.0.0.1', ['admin'])
        .filter(({ mobile }) => mobile)
        .map(({ href }) => href),
    ).toEqual(['/management', '/management/roster', '/family-base', '/image-repository']));
  it('has only what the role may open for a marketer', () =>
    expect(staffLinks('https://abc123.supabase.co', ['marketer']).map(({ href }) => href)).toEqual([
      '/management/promotions',
      '/family-base',
      '/',
    ]));
  it('has every entry for a coach too, whose dashboard is the roster', () =>
    expect(
      staffLinks('https://abc123.supabase.co', ['coach']).map(({ label, href }) => [label, href]),
    ).toEqual([
      ['Management Dashboard', '/management/roster'],
      ['Family Dashboard', '/family-base'],
      ['Packages/Sales', '/sales'],
      ['Fun-Start', `/try-out-${brand.slug}-for-campers`],
      ['Camps', '/camps'],
      ['Image Repository', '/image-repository'],
      ['Home', '/'],
      ['Database', 'https://supabase.com/dashboard/project/abc123'],
      ['Master Admin Access', '/auth?staff=1'],
    ]));
  it.each(['http://127.0.0.1:54321', 'https://db.example.sg'])(
    'links to the list of projects for %s',
    (url) => expect(databaseDashboard(url)).toBe('https://supabase.com/dashboard'),
  );
});

describe('the theme', () => {
  it.each([
    ['light', 'dark'],
    ['dark', 'system'],
    ['system', 'light'],
    [undefined, 'light'],
  ])('switches from %s to %s', (theme, next) => expect(nextTheme(theme)).toBe(next));

  it.each([
    ['dark', 'dark'],
    ['light', 'light'],
    ['purple', 'system'],
    [null, 'system'],
  ])('that is stored as %s is set to %s by the script in the head', (stored, shown) => {
    const root = { dataset: { theme: 'system' } };
    runInNewContext(headScript, {
      ...page,
      localStorage: { getItem: (key: string) => (key === 'theme' ? stored : null) },
      document: { documentElement: root, currentScript },
    });
    expect(root.dataset.theme).toBe(shown);
  });
});

describe('the announcement is hidden or shown by the script in the head', () => {
  const key = `${brand.slug}-announcement-seen`;
  it.each([
    ['it has no end', null, undefined, false],
    ['it was closed in this session', 'true', undefined, true],
    ['it ends later', null, '2000', false],
    ['it ended', null, '999', true],
  ])('if %s', (_, closed, ends, hidden) => {
    const dataset: Record<string, string | undefined> = { theme: 'system', ends };
    runInNewContext(headScript, {
      ...page,
      Date: { now: () => 1000 },
      localStorage: { getItem: () => null },
      sessionStorage: { getItem: (name: string) => (name === key ? closed : null) },
      document: { documentElement: { dataset }, currentScript },
    });
    expect('announcementClosed' in dataset).toBe(hidden);
  });
});
