import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dark } from '#server/mails/dark.ts';
import { renderMail } from '#server/mails/render.ts';
import { color } from '#server/mails/theme.ts';
import { everyMail } from '#support/every-mail.ts';

const SITE = 'https://otter.test';
const NARROWEST = 320;
const FINGER = 44;
/** E-mails to staff need no contact. */
const toTheTeam = [
  'birthday_enquiry_notice',
  'offers_notice',
  'alert_began',
  'alert_ended',
  'staff_notice',
  'weekly_summary',
];

const sql = readFileSync(new URL('../../../supabase/schemas/mails/outbox.sql', import.meta.url), 'utf8');
const [, list = ''] = /template in \(([^)]+)\)/.exec(sql) ?? [];
const templates = [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
const mails = Object.entries(everyMail).flatMap(([template, payloads]) =>
  payloads.map((payload, index) => ({ name: `${template} ${index + 1}`, template, payload })),
);

it('the test covers every template that SQL may queue', () => {
  expect(Object.keys(everyMail).sort()).toEqual([...templates].sort());
});

describe.each(mails)('$name', ({ template, payload }) => {
  const rendered = renderMail(template, payload, SITE);

  it('fits a phone', async () => {
    const { html } = await rendered;
    expect(html).toContain('name="viewport" content="width=device-width');
    const widths = [...html.matchAll(/(?<![-\w])(?:min-)?width(?:="|:\s*)(\d+)(?:px)?["; ]/g)].map(([, px]) =>
      Number(px),
    );
    for (const px of widths) expect(px).toBeLessThanOrEqual(NARROWEST);
  });

  it('supports dark mode', async () => {
    const { html } = await rendered;
    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).toContain('name="supported-color-schemes" content="light dark"');
    expect(html).toContain('@media (prefers-color-scheme: dark) {');
    // An element with a background colour must also have one for dark mode: the page's cell, cards and buttons. The
    // band is already dark.
    for (const [, tag = ''] of html.matchAll(/<(\w+[^>]*style="[^"]*background-color[^>]*)>/g))
      expect(tag).toMatch(/class="(?:page|card|button|band)"|^td style="margin:0/);
  });

  it('has links large enough for a finger', async () => {
    const { html } = await rendered;
    for (const [, style = ''] of html.matchAll(/<a\b[^>]*style="([^"]*)"/g)) {
      const [, height = '0'] = /(?:^|;)line-height:(\d+)px/.exec(style) ?? [];
      const [, top = '0'] = /padding(?:-top)?:(\d+)px/.exec(style) ?? [];
      expect(Number(height) + 2 * Number(top), style).toBeGreaterThanOrEqual(FINGER);
    }
  });

  it('is complete without pictures, and as text', async () => {
    const { html, text, subject } = await rendered;
    expect(html).not.toMatch(/<img|background-image|url\(/);
    expect(subject.length).toBeGreaterThan(8);
    for (const words of [text, subject]) expect(words).not.toMatch(/undefined|null|NaN|\[object|\{\w+\}/);
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*href="([^"]+)"/g))
      expect(text).toContain(href.replace('mailto:', '').replaceAll('&amp;', '&'));
  });

  it('names a contact', async () => {
    const { text } = await rendered;
    if (!toTheTeam.includes(template))
      expect(text).toContain('Just reply to this e-mail: a person reads it.');
  });

  it('repeats no sentence', async () => {
    const { text } = await rendered;
    const sentences = text
      .split(/\n\n+|(?<=[.!?])\s+/)
      .map((one) => one.trim())
      .filter((one) => one.split(/\s+/).length > 4);
    expect(sentences.filter((one, index) => sentences.indexOf(one) !== index)).toEqual([]);
    expect(text).not.toMatch(/\b(\w+) \1\b/i);
    expect(text).not.toMatch(/Hello,\s+(?:A|The) /);
    expect(text).not.toMatch(/\b1 (sessions|children|places|spots|guests)\b/);
  });
});

describe('the contrast of the mails is sufficient', () => {
  it.each([
    ['ink', color.ink, color.paper],
    ['small print', color.ink2, color.paper],
    ['the foot', color.ink2, color.sand],
    ['a link', color.riverDeep, color.paper],
    ['the name', color.paper, color.riverDeep],
    ['a button', color.ink, color.sunrise],
    ['ink in the dark', dark.ink, dark.card],
    ['small print in the dark', dark.quiet, dark.card],
    ['the foot in the dark', dark.quiet, dark.page],
    ['a link in the dark', dark.link, dark.card],
    ['the name in the dark', dark.ink, color.riverDeep],
    ['a button in the dark', dark.buttonInk, dark.button],
  ])('for %s', (_what, words, ground) => {
    expect(contrast(words, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

/** Returns the contrast ratio as WCAG defines it. */
function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
