import * as v from 'valibot';
import type { Db } from '../db.ts';
import { logFault } from '../log.ts';
import type { Wording } from './say.ts';

const Versioned = v.object({ wording: v.number() });
const Wordings = v.record(v.string(), v.record(v.string(), v.string()));

interface Message {
  payload: unknown;
}

/** Returns the changed sentences of each message. If they cannot be read, mails use the original sentences. */
export async function readWordings<One extends Message>(
  messages: readonly One[],
  db: Db,
): Promise<(message: One) => Wording> {
  const versionOf = ({ payload }: Message) => {
    const versioned = v.safeParse(Versioned, payload);
    return versioned.success ? versioned.output.wording : null;
  };
  const versions = new Set(messages.map(versionOf).filter((version) => version !== null));
  if (versions.size === 0) return () => ({});
  try {
    const found = v.parse(Wordings, await db.rpc('get_mail_wordings', { p_ids: [...versions] }));
    return (message) => found[String(versionOf(message))] ?? {};
  } catch (error) {
    logFault('the changed sentences of messages', error);
    return () => ({});
  }
}
