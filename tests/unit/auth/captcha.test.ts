// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from '#features/auth/error-messages.ts';

interface Options {
  sitekey: string;
  callback: (token: string) => void;
  'error-callback': () => boolean;
}

let widgets: { place: HTMLElement; options: Options }[];
let removed: string[];
/** Decides whether Cloudflare's script loads. The test itself loads no script. */
let script: 'comes' | 'fails';
const scripts: string[] = [];

beforeEach(() => {
  [widgets, removed, script] = [[], [], 'comes'];
  scripts.length = 0;
  vi.resetModules();
  vi.stubEnv('PUBLIC_SUPABASE_URL', 'https://api.test');
  vi.stubEnv('PUBLIC_SUPABASE_KEY', 'key');
  vi.stubEnv('PUBLIC_STUDIO_URL', 'https://studio.test');
  document.body.innerHTML = '<form><div data-captcha id="below"></div></form>';
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    const element = node as HTMLScriptElement;
    scripts.push(element.src);
    if (script === 'fails') element.onerror?.(new Event('error'));
    else {
      Object.assign(window, { turnstile });
      element.onload?.(new Event('load'));
    }
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const turnstile = {
  render: (place: HTMLElement, options: Options) => `widget-${widgets.push({ place, options })}`,
  remove: (widget: string) => void removed.push(widget),
};
async function start(siteKey: string) {
  vi.stubEnv('PUBLIC_TURNSTILE_SITE_KEY', siteKey);
  const { solveCaptcha } = await import('#features/auth/captcha/captcha.ts');
  return solveCaptcha;
}
const widget = async (n: number) => {
  await vi.waitFor(() => expect(widgets).toHaveLength(n));
  const one = widgets[n - 1];
  if (!one) throw new Error('no widget');
  return one;
};

it('the captcha is off without a site key: it loads no script and sends no token', async () => {
  const solve = await start('');
  expect(await solve()).toEqual({ ok: true, token: {} });
  expect(scripts).toEqual([]);
});

describe('with a site key', () => {
  it('shows a new widget for each call, loads the script once, and returns the token', async () => {
    const solve = await start('site-key');
    for (const n of [1, 2]) {
      const solved = solve();
      const { place, options } = await widget(n);
      expect([place.id, options.sitekey]).toEqual(['below', 'site-key']);
      options.callback(`token-${n}`);
      expect(await solved).toEqual({ ok: true, token: { captchaToken: `token-${n}` } });
    }
    expect(removed).toEqual(['widget-1', 'widget-2']);
    expect(scripts).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit']);
  });

  it('shows the widget in the dialog that is open', async () => {
    document.body.innerHTML += '<dialog open><form><div data-captcha id="over"></div></form></dialog>';
    const solve = await start('site-key');
    void solve();
    expect((await widget(1)).place.id).toBe('over');
  });

  it('fails if the widget or its script fails, and loads the script again at the next try', async () => {
    const solve = await start('site-key');
    script = 'fails';
    const refused = { ok: false, failure: { message: '', status: 400, code: 'captcha_failed' } };
    expect(await solve()).toEqual(refused);
    script = 'comes';
    const second = solve();
    (await widget(1)).options['error-callback']();
    expect(await second).toEqual(refused);
    expect(scripts).toHaveLength(2);
    expect(problemOf({ message: 'captcha protection', status: 400, code: 'captcha_failed' }).text).toMatch(
      /check that you are a person/,
    );
  });
});

it.each([
  ['mailbox_limited', /several e-mails to this address/],
  ['network_limited', /from your network/],
  ['project_limited', /book without one/],
  ['something else', /^Please try again in a moment\.$/],
])('the limit “%s” has its own message', (message, text) => {
  expect(problemOf({ message, status: 429, code: 'unknown' }).text).toMatch(text);
});
