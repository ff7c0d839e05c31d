import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { writeLog } from '../_shared/server/log.ts';

const Looked = v.object({
  ran: v.boolean(),
  began: v.optional(v.array(v.string()), []),
  ended: v.optional(v.array(v.string()), []),
  open: v.optional(v.array(v.string()), []),
});

/**
 * Looks whether something has passed its threshold. The mails are queued in SQL; the log says it too, and the service
 * that errors are handed on to, because a mail cannot tell that mails do not go out.
 */
export async function alerts({ db, handOn, background }: Pick<Deps, 'db' | 'handOn' | 'background'>) {
  const looked = v.parse(Looked, await db.rpc('check_alerts', {}));
  for (const kind of looked.began) {
    writeLog('error', 'alert_began', { kind });
    if (handOn) background(handOn.message(`alert: ${kind}`, 'error'));
  }
  for (const kind of looked.ended) {
    writeLog('info', 'alert_ended', { kind });
    if (handOn) background(handOn.message(`alert over: ${kind}`, 'info'));
  }
  return looked;
}
