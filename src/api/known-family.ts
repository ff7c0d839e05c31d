import { hasSession } from '#browser/has-session.ts';
import type { OwnFamily } from './own-family.ts';

let asked: Promise<OwnFamily | null> | undefined;

/**
 * What fills in a form for who is signed in, the number as one types it, asked for once a page; null for a visitor,
 * whose page fetches neither rows nor a script for it, and where it cannot be had: then it is typed.
 */
export function knownFamily(): Promise<OwnFamily | null> {
  if (!hasSession()) return Promise.resolve(null);
  asked ??= read().catch(() => null);
  return asked;
}

async function read(): Promise<OwnFamily | null> {
  const [{ findParent, readOwnFamily }, { formatPhone }] = await Promise.all([
    import('./own-family.ts'),
    import('#contract/phone-format.ts'),
  ]);
  const parent = await findParent();
  const answer = parent && (await readOwnFamily(parent));
  return answer?.ok ? { ...answer.value, phone: formatPhone(answer.value.phone) } : null;
}
