import { atom } from 'nanostores';
import { fetchAddresses } from './api.ts';

interface Address {
  url: string;
  small_url: string;
  expires_at: string;
}

/** A new address is requested this many milliseconds before the old one expires. */
const BEFORE_MS = 20_000;
const MAX_IDS = 100;

/** Creates the store of the pictures' addresses, which are temporary and never saved in the browser. */
export function createAddresses() {
  const $addresses = atom<Readonly<Record<string, Address>>>({});
  const pendingIds = new Set<string>();

  async function load(ids: readonly string[]): Promise<void> {
    const current = $addresses.get();
    const missingIds = ids.filter((id) => {
      const end = current[id]?.expires_at;
      return !pendingIds.has(id) && (end === undefined || Date.parse(end) - BEFORE_MS < Date.now());
    });
    for (let from = 0; from < missingIds.length; from += MAX_IDS) {
      const batch = missingIds.slice(from, from + MAX_IDS);
      for (const id of batch) pendingIds.add(id);
      const answer = await fetchAddresses(batch);
      for (const id of batch) pendingIds.delete(id);
      if (answer.ok)
        $addresses.set({
          ...$addresses.get(),
          ...Object.fromEntries(answer.value.pictures.map(({ id, ...address }) => [id, address])),
        });
    }
  }
  return { $addresses, load };
}
export type Addresses = ReturnType<typeof createAddresses>;
