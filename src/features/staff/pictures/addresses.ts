import { atom } from 'nanostores';
import { fetchAddresses } from './api.ts';

interface Address {
  url: string;
  small_url: string;
  expires_at: string;
}

/** A new address is requested this long before the old one expires, in milliseconds. */
const BEFORE_MS = 20_000;
const MOST = 100;

/** Temporary addresses of pictures by id, while they are valid. They are never saved in the browser. */
export function createAddresses() {
  const $addresses = atom<Readonly<Record<string, Address>>>({});
  const asked = new Set<string>();

  async function load(ids: readonly string[]): Promise<void> {
    const known = $addresses.get();
    const wanted = ids.filter((id) => {
      const end = known[id]?.expires_at;
      return !asked.has(id) && (end === undefined || Date.parse(end) - BEFORE_MS < Date.now());
    });
    for (let from = 0; from < wanted.length; from += MOST) {
      const some = wanted.slice(from, from + MOST);
      for (const id of some) asked.add(id);
      const answer = await fetchAddresses(some);
      for (const id of some) asked.delete(id);
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
