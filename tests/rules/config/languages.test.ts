import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languageOfBuild, routes } from '#build/language.ts';
import * as english from '#config/addresses.ts';
import * as chinese from '#config/addresses.zh.ts';
import { addressIn, alternates } from '#config/translated.ts';
import * as format from '#contract/format.zh.ts';
import { plural } from '#contract/plural.zh.ts';
import { ageRange } from '#domain/ages.zh.ts';
import { formatHours } from '#domain/dates.zh.ts';
import { weekdayName } from '#domain/weekday-name.zh.ts';

describe('the addresses of another language', () => {
  it('are the English ones behind its prefix, and each has a page', () => {
    const patterns = Object.keys(routes).map(
      (route) =>
        new RegExp(`^/zh${route.replaceAll(/\[\.\.\.\w+\]/g, '.+').replaceAll(/\[\w+\]/g, '[^/]+')}$`),
    );
    for (const [name, path] of Object.entries(chinese)) {
      const englishPath = english[name as keyof typeof english];
      if (path === englishPath) continue;
      expect(path).toBe(englishPath === '/' ? '/zh' : `/zh${englishPath}`);
      expect(
        patterns.some((pattern) => pattern.test(path)),
        path,
      ).toBe(true);
    }
    for (const file of Object.values(routes)) expect(existsSync(`src/pages/${file}`), file).toBe(true);
  });

  it.each([
    ['/', '/zh'],
    ['/camps', '/zh/camps'],
    ['/zh/camps', '/zh/camps'],
    ['/checkout/flexi', '/zh/checkout/flexi'],
    ['/june-camp', '/zh/june-camp'],
    ['/auth', null],
    ['/family-base', null],
    ['/404', null],
  ])('%s is %s in Chinese', (path, expected) => expect(addressIn(path, 'zh')).toBe(expected));

  it('lead back to English', () => {
    expect(addressIn('/zh', 'en')).toBe('/');
    expect(addressIn('/zh/camps/epic', 'en')).toBe('/camps/epic');
  });

  it('are named for search engines on both pages alike, and never for texts that bind in English', () => {
    const expected = [
      { hreflang: 'en', address: '/camps' },
      { hreflang: 'zh-Hans', address: '/zh/camps' },
      { hreflang: 'x-default', address: '/camps' },
    ];
    expect(alternates('/camps')).toEqual(expected);
    expect(alternates('/zh/camps')).toEqual(expected);
    expect(alternates('/terms-and-conditions')).toEqual([]);
    expect(alternates('/auth')).toEqual([]);
  });
});

it('an unknown language stops the build', () => {
  expect(languageOfBuild(undefined)).toBe('en');
  expect(languageOfBuild('zh')).toBe('zh');
  expect(() => languageOfBuild('fr')).toThrow('SITE_LANGUAGE');
});

it('dates, hours and numbers are written as Chinese readers write them', () => {
  expect(format.formatDate('2026-11-28')).toBe('2026年11月28日（周六）');
  expect(format.formatDay('2018-05-01', { year: false })).toBe('5月1日');
  expect(format.formatDays('2026-12-07', '2026-12-09')).toBe('2026年12月7日（周一）至9日（周三）');
  expect(format.formatDays('2026-12-28', '2027-01-01')).toBe('2026年12月28日（周一）至2027年1月1日（周五）');
  expect(format.formatMoment('2026-11-21T02:36:00Z')).toBe('2026年11月21日（周六）上午10:36');
  expect(format.formatLastMoment('2026-11-20T16:00:00Z')).toBe('2026年11月20日（周五）当天结束');
  expect(formatHours('2026-11-21T02:30:00Z', '2026-11-21T03:30:00Z')).toBe('上午10:30至11:30');
  expect(formatHours('2026-11-21T00:30:00Z', '2026-11-21T09:00:00Z')).toBe('上午8:30至下午5:00');
  expect(weekdayName('2026-11-21')).toBe('星期六');
  expect([plural(1, 'session'), plural(3, 'child'), plural(2, '个预订')]).toEqual([
    '1 节课',
    '3 个孩子',
    '2 个预订',
  ]);
  expect(
    [{ minAge: 7, maxAge: 12 }, { minAge: 7 }, { maxAge: 7 }, { minAge: 7, maxAge: 7 }].map(ageRange),
  ).toEqual(['7 至 12 岁', '7 岁及以上', '7 岁及以下', '7 岁']);
  expect(format.formatMoney(54_950)).toBe('S$549.50');
});
