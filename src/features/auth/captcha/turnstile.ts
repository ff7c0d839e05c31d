/** Cloudflare's widget; its script is asked for once a form is sent, and stays on their host as they demand. */
interface Turnstile {
  render(place: HTMLElement, options: Record<string, unknown>): string;
  remove(widget: string): void;
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

let loading: Promise<Turnstile | null> | null = null;

/**
 * Shows the widget in the form that is sent, which may lie in a dialog over others, until it has a token. Each token
 * counts once, so each call gets a widget of its own. Null: it could not come, or gave up.
 */
export async function solve(sitekey: string): Promise<string | null> {
  const places = [...document.querySelectorAll<HTMLElement>('[data-captcha]')];
  const place = places.find((one) => one.closest('dialog[open]')) ?? places[0];
  loading ??= load();
  const turnstile = await loading;
  if (turnstile === null) loading = null;
  if (!place || turnstile === null) return null;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const failed = () => {
    resolve(null);
    // Else it writes down what we say ourselves.
    return true;
  };
  const widget = turnstile.render(place, {
    ...{ sitekey, size: 'flexible', callback: resolve },
    ...{ 'error-callback': failed, 'unsupported-callback': failed },
  });
  const token = await promise;
  turnstile.remove(widget);
  return token;
}

function load(): Promise<Turnstile | null> {
  const { promise, resolve } = Promise.withResolvers<Turnstile | null>();
  const script = document.createElement('script');
  script.src = SCRIPT;
  script.onload = () => resolve((window as { turnstile?: Turnstile }).turnstile ?? null);
  script.onerror = () => {
    script.remove();
    resolve(null);
  };
  document.head.append(script);
  return promise;
}
