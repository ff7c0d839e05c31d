// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from '#features/auth/error-messages.ts';

interface Options {
  sitekey: string;
  callback: (token: string) => void;
  'error-callback': () => boolean;
}

let shown: { place: HTMLElement; options: Options }[];
let removed: string[];
/** How Cloudflare's script comes; the browser of the test fetches none. */
let script: 'comes' | 'fails';
const scripts: string[] = [];

beforeEach(() => {
  [shown, removed, script] = [[], [], 'comes'];
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
  render: (place: HTMLElement, options: Options) => `widget-${shown.push({ place, options })}`,
  remove: (widget: string) => void removed.push(widget),
};
async function start(siteKey: string) {
  vi.stubEnv('PUBLIC_TURNSTILE_SITE_KEY', siteKey);
  const { solveCaptcha } = await import('#features/auth/captcha/captcha.ts');
  return solveCaptcha;
}
const widget = async (n: number) => {
  await vi.waitFor(() => expect(shown).toHaveLength(n));
  const one = shown[n - 1];
  if (!one) throw new Error('no widget');
  return one;
};

it('is off without a site key: nothing is fetched, and nothing sent along', async () => {
  const solve = await start('');
  expect(await solve()).toEqual({ ok: true, token: {} });
  expect(scripts).toEqual([]);
});

describe('with a site key', () => {
  it('each call shows a widget of its own, by one script, and takes its token along', async () => {
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

  it('shows it in the dialog that lies over the page', async () => {
    document.body.innerHTML += '<dialog open><form><div data-captcha id="over"></div></form></dialog>';
    const solve = await start('site-key');
    void solve();
    expect((await widget(1)).place.id).toBe('over');
  });

  it('says so where the widget gives up, and where its script does not come; the next try asks again', async () => {
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
])('a limit is said in words of its own: %s', (message, text) => {
  expect(problemOf({ message, status: 429, code: 'unknown' }).text).toMatch(text);
});
