import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import type { BaseUse } from './useBaseUse.ts';

/** Returns why a place cannot be deleted now, or null if it can. */
export function whyNotDeletable(use: BaseUse | 'unknown' | null): string | null {
  if (use === null) return 'Asking the office what is planned here.';
  if (use === 'unknown') return 'We could not ask the office what is planned here. Please try again later.';
  const planned = [
    use.camps > 0 ? plural(use.camps, 'camp') : null,
    use.sessions > 0 ? plural(use.sessions, 'class', 'classes') : null,
  ].filter((words) => words !== null);
  return planned.length === 0
    ? null
    : `${planned.join(' and ')} still to come at this base. Move or cancel them in Management first. To offer no new camps here, remove this base from the camp tiers.`;
}
