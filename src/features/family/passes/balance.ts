import type { FamilyBalance } from '#contract/balance.ts';
import { atom } from 'nanostores';
import { readBalance } from '#api/family-balance.ts';

export function createBalance() {
  const $balance = atom<FamilyBalance | 'loading' | 'failed'>('loading');
  async function read(): Promise<void> {
    const answer = await readBalance();
    $balance.set(answer.ok ? answer.value : 'failed');
  }
  return { $balance, read };
}
