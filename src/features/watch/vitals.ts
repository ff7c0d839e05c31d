import { onCLS, onINP, onLCP } from 'web-vitals';
import { watch } from '#config/watch.ts';
import { rpcPath } from '#api/rpc-path.ts';
import { readConsent } from '#browser/consent.ts';

/**
 * Measures how fast this page is, and sends that when the page is first hidden (decisions "Web vitals of visitors").
 * It sends the page, the kind of device and three numbers, but nothing about the visitor.
 */
export function measureVitals(): void {
  const values: Partial<Record<'lcp' | 'inp' | 'cls', number>> = {};
  // If only final values were reported, some of them would come after the page was hidden.
  const everyChange = { reportAllChanges: true };
  onLCP(({ value }) => (values.lcp = value), everyChange);
  onINP(({ value }) => (values.inp = value), everyChange);
  onCLS(({ value }) => (values.cls = value), everyChange);

  const page = location.pathname;
  const device = innerWidth < watch.PHONE_BELOW_PX ? 'phone' : 'desktop';
  let isSent = false;
  const send = () => {
    if (document.visibilityState !== 'hidden' || isSent) return;
    isSent = true;
    // The visitor may have withdrawn the consent.
    if (!readConsent()?.analytics || Object.keys(values).length === 0) return;
    // The schema library behind `env()` is larger than this file. The layout has already validated the variables.
    fetch(import.meta.env.PUBLIC_SUPABASE_URL + rpcPath('record_page_vitals'), {
      method: 'POST',
      headers: { apikey: import.meta.env.PUBLIC_SUPABASE_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ p_page: page, p_device: device, p_values: values }),
      keepalive: true,
    }).catch(() => undefined);
  };
  // The library listens in the capture phase, so it has already taken the last values.
  addEventListener('visibilitychange', send);
}
