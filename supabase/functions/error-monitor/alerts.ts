import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { writeLog } from '../_shared/server/log.ts';

const CheckedAlerts = v.object({
  ran: v.boolean(),
  began: v.optional(v.array(v.string()), []),
  ended: v.optional(v.array(v.string()), []),
  open: v.optional(v.array(v.string()), []),
});

/** Checks the alerts. The log and the error service also get an alert, because a mail cannot report that mails fail. */
export async function alerts({ db, handOn, background }: Pick<Deps, 'db' | 'handOn' | 'background'>) {
  const checked = v.parse(CheckedAlerts, await db.rpc('check_alerts', {}));
  for (const kind of checked.began) {
    writeLog('error', 'alert_began', { kind });
    if (handOn) background(handOn.message(`alert: ${kind}`, 'error'));
  }
  for (const kind of checked.ended) {
    writeLog('info', 'alert_ended', { kind });
    if (handOn) background(handOn.message(`alert over: ${kind}`, 'info'));
  }
  return checked;
}
