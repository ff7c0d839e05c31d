import { hasSession } from '#browser/has-session.ts';
import type { OwnFamily } from './own-family.ts';

let prefill: Promise<OwnFamily | null> | undefined;

export function readFormPrefill(): Promise<OwnFamily | null> {
  if (!hasSession()) return Promise.resolve(null);
  prefill ??= read().catch(() => null);
  return prefill;
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
