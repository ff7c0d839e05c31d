/** The script of Cloudflare. It must be loaded from Cloudflare's own host. The page loads it when a form is sent. */
interface Turnstile {
  render(place: HTMLElement, options: Record<string, unknown>): string;
  remove(widget: string): void;
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

let loading: Promise<Turnstile | null> | null = null;

/**
 * Returns a token. It is valid once, so each call renders a new widget. Returns null if the widget did not load or
 * failed.
 */
export async function solve(sitekey: string): Promise<string | null> {
  const containers = [...document.querySelectorAll<HTMLElement>('[data-captcha]')];
  const container = containers.find((element) => element.closest('dialog[open]')) ?? containers[0];
  loading ??= load();
  const turnstile = await loading;
  if (turnstile === null) loading = null;
  if (!container || turnstile === null) return null;
  let widget = '';
  const token = await new Promise<string | null>((resolve) => {
    const onFailed = () => {
      resolve(null);
      // Returning true stops the widget from logging an error that the form already shows.
      return true;
    };
    widget = turnstile.render(container, {
      sitekey,
      size: 'flexible',
      callback: resolve,
      'error-callback': onFailed,
      'unsupported-callback': onFailed,
    });
  });
  turnstile.remove(widget);
  return token;
}

function load(): Promise<Turnstile | null> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.onload = () => resolve((window as { turnstile?: Turnstile }).turnstile ?? null);
    script.onerror = () => {
      script.remove();
      resolve(null);
    };
    document.head.append(script);
  });
}
