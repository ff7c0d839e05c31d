import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { setSiteClock } from '#domain/site-now.ts';
import { momentForm } from './cookie.ts';

/** The chosen moment in milliseconds. Undefined means now. */
const chosen = new AsyncLocalStorage<number | undefined>();

export function momentOf(cookies: string | undefined): number | undefined {
  const text = momentForm.exec(cookies ?? '')?.[1];
  const moment = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Renders a page as it will be at the chosen moment, which the page's code reads with `siteNow`. */
export function atMoment(request: IncomingMessage, render: () => void): void {
  setSiteClock(() => chosen.getStore());
  chosen.run(momentOf(request.headers.cookie), render);
}

/** A script that starts the browser's clock at the chosen moment, so that countdowns agree with the page. */
export const shiftClock = `{
  const at = Date.parse(${String(momentForm)}.exec(document.cookie)?.[1] ?? '');
  if (!Number.isNaN(at)) {
    const Real = Date;
    const ahead = at - Real.now();
    window.Date = class extends Real {
      constructor(...parts) { parts.length === 0 ? super(Real.now() + ahead) : super(...parts); }
      static now() { return Real.now() + ahead; }
    };
  }
}`;
